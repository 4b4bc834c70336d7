from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0009_cases")]

    operations = [
        migrations.AlterField(
            model_name="unreachable",
            name="why",
            field=models.CharField(
                choices=[
                    ("bounced", "it doesn't exist, or takes nothing"),
                    ("complained", "its owner called our mail spam"),
                    ("stopped", "a moderator has stopped mails to it"),
                    ("never", "its owner wants no invitations"),
                ],
                max_length=10,
            ),
        ),
    ]
