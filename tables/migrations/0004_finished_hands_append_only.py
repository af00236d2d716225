from django.db import migrations

from accounts.append_only import AppendOnly


class Migration(migrations.Migration):

    dependencies = [('tables', '0003_rake_schedule')]

    operations = [
        AppendOnly('Hand', keys=[('id',), ('number',), ('public_id',)]),
        AppendOnly('HandSeat', keys=[('id',), ('hand_id', 'seat')]),
        AppendOnly('HandShow', keys=[('id',), ('hand_id', 'seat')]),
    ]
