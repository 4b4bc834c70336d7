from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0016_words_of_choices")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="read_chat_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        # Until now, who had seen the page had seen the chat on it.
        migrations.RunSQL("UPDATE games_seat SET read_chat_at = seen_at", migrations.RunSQL.noop),
    ]
