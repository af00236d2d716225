from django.db import migrations, models


def to_schedules(apps, schema_editor):
    """A commission that a table had of its own becomes a schedule with one bracket."""
    Table = apps.get_model("tables", "Table")
    Schedule = apps.get_model("cashier", "RakeSchedule")
    for table in Table.objects.filter(schedule=None).exclude(rake={}):
        terms = table.rake
        schedule = Schedule.objects.create(
            name=f"Commission of {table.slug}"[:60], no_flop_no_drop=terms.get("no_flop_no_drop", False)
        )
        schedule.brackets.create(
            from_average_pot=0, basis_points=terms["basis_points"], step=terms.get("step", 1), caps=terms["caps"]
        )
        table.schedule = schedule
        table.save(update_fields=["schedule"])


class Migration(migrations.Migration):

    dependencies = [
        ("cashier", "0009_staff_rights"),
        ("tables", "0004_finished_hands_append_only"),
    ]

    operations = [
        migrations.RunPython(to_schedules, migrations.RunPython.noop),
        migrations.RemoveField(model_name="table", name="rake"),
        migrations.AlterField(
            model_name="table",
            name="schedule",
            field=models.ForeignKey(
                blank=True,
                help_text="The commission by average pot (R-8); empty for none.",
                null=True,
                on_delete=models.PROTECT,
                related_name="tables",
                to="cashier.rakeschedule",
            ),
        ),
    ]
