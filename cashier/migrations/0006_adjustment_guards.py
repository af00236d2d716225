"""Puts the guards on adjustments, and before the seal of every correction."""

from django.db import migrations

from cashier import triggers


def put(apps, schema_editor):
    triggers.install(schema_editor.connection, group="adjustments")


def take(apps, schema_editor):
    triggers.remove(schema_editor.connection, group="adjustments")


class Migration(migrations.Migration):
    dependencies = [("cashier", "0005_adjustments")]
    operations = [migrations.RunPython(put, take)]
