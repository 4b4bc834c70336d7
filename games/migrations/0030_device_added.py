from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0029_failed_emails'),
    ]

    operations = [
        migrations.AlterField(
            model_name='accountchange',
            name='kind',
            field=models.CharField(choices=[('address_added', 'added an address'), ('address_removed', 'removed an address'), ('address_moved', 'changed the main email address'), ('factor_added', 'added a passkey or an authenticator app'), ('factor_removed', 'removed a passkey or an authenticator app'), ('spare_codes', 'created new backup codes'), ('token_made', 'created an API token'), ('device_added', 'added a browser for notifications'), ('account_undone', 'undid changes')], max_length=16),
        ),
    ]
