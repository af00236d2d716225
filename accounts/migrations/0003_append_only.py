from django.db import migrations

from accounts.append_only import AppendOnly


class Migration(migrations.Migration):

    dependencies = [('accounts', '0002_allowance')]

    operations = [
        AppendOnly('AccountEntry'),
        AppendOnly('AllowanceEntry', keys=[('id',), ('allowance_id', 'hand'), ('of_use_id',)]),
    ]
