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
        migrations.AlterField(
            model_name="ruling",
            name="kind",
            field=models.CharField(
                choices=[
                    ("took", "took the case"),
                    ("answered", "answered"),
                    ("decided", "decided the case"),
                    ("closed_case", "closed the case"),
                    ("extended", "gave more time"),
                    ("restarted", "started a clock anew"),
                    ("paused", "paused the match"),
                    ("resumed", "let the match go on"),
                    ("forced", "ended the waiting for a seat"),
                    ("rewound", "took the match back"),
                    ("replaced", "gave a seat to somebody else"),
                    ("released", "released the match after a fault"),
                    ("ended", "closed the match without a result"),
                    ("warned", "warned a player"),
                    ("suspended", "suspended a player for a while"),
                    ("banned", "banned a player"),
                    ("readmitted", "let a player in again"),
                    ("suppressed", "stopped mails to an address"),
                    ("unsuppressed", "allowed mails to an address again"),
                    ("resent", "had a mail sent again"),
                    ("looked", "looked into a match"),
                    ("checked", "played the log again and checked it"),
                    ("noted", "noted something down"),
                ],
                max_length=14,
            ),
        ),
    ]
