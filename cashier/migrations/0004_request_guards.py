"""Puts the guards on requests for money; their steps are written once."""

from accounts.append_only import AppendOnly
from django.db import migrations

from cashier import triggers


def put(apps, schema_editor):
    triggers.install(schema_editor.connection, group="requests")


def take(apps, schema_editor):
    triggers.remove(schema_editor.connection, group="requests")


class Migration(migrations.Migration):
    dependencies = [("cashier", "0003_requests")]
    operations = [
        migrations.RunPython(put, take),
        AppendOnly("RequestStep", keys=[("id",), ("key",)]),
    ]
