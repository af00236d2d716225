"""Hand numbers start high, so that an exported hand does not collide with another room's in a player's tracker."""

from django.db import migrations

FIRST = 7_000_000_000


def start(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"CREATE SEQUENCE tables_hand_number AS bigint START WITH {FIRST + 1}")
    apps.get_model("tables", "HandCounter").objects.create(pk=1, last=FIRST)


def stop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP SEQUENCE tables_hand_number")


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial")]
    operations = [migrations.RunPython(start, stop)]
