"""Puts the guards on the books, whichever engine holds them."""

from django.db import migrations

from cashier import triggers


def put(apps, schema_editor):
    triggers.install(schema_editor.connection)


def take(apps, schema_editor):
    triggers.remove(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("cashier", "0001_books")]
    operations = [migrations.RunPython(put, take)]
