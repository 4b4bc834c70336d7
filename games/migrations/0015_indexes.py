"""Indexes for many matches, and none twice.

A foreign key whose column leads another index needs none of its own, and of unique texts PostgreSQL has a second
index, for LIKE, which nothing uses. They are dropped without altering a field: SQLite would make each table anew,
and PostgreSQL each unique index.
"""

import django.db.models.deletion
import django.db.models.functions.text
import games.models.match
import games.models.ruling
from django.conf import settings
from django.db import migrations, models

#: Foreign keys whose column leads another index.
LED = (
    ("act", "match_id"),
    ("block", "player_id"),
    ("caseword", "case_id"),
    ("event", "match_id"),
    ("hush", "match_id"),
    ("inbound", "seat_id"),
    ("invitation", "seat_id"),
    ("link", "seat_id"),
    ("lobby", "host_id"),
    ("note", "match_id"),
    ("order", "match_id"),
    ("sealedanswer", "match_id"),
    ("seat", "match_id"),
    ("seat", "player_id"),
    ("submission", "match_id"),
    ("talk", "match_id"),
    ("vote", "seat_id"),
)
#: Unique texts, with what their constraint is called from now on.
UNIQUE = (
    ("case", "public_id", "one_case_an_id"),
    ("delivery", "event", "one_step_a_telling"),
    ("heard", "event", "one_webhook_an_id"),
    ("inbound", "digest", "one_inbound_a_digest"),
    ("match", "public_id", "one_match_an_id"),
    ("outbox", "dedupe", "one_mail_a_reason"),
    ("ruling", "key", "one_ruling_a_key"),
)


def drop(apps, schema_editor):
    for model, column in LED:
        schema_editor.execute(f'DROP INDEX "{index(schema_editor, model, column)}"')
    for model, column, name in UNIQUE if schema_editor.connection.vendor == "postgresql" else ():
        schema_editor.execute(f'DROP INDEX "{index(schema_editor, model, column, "_like")}"')
        rename(schema_editor, model, f"games_{model}_{column}_key", name)


def lay(apps, schema_editor):
    for model, column in LED:
        schema_editor.execute(f'CREATE INDEX "{index(schema_editor, model, column)}" ON games_{model} ({column})')
    for model, column, name in UNIQUE if schema_editor.connection.vendor == "postgresql" else ():
        like = index(schema_editor, model, column, "_like")
        schema_editor.execute(f'CREATE INDEX "{like}" ON games_{model} ({column} varchar_pattern_ops)')
        rename(schema_editor, model, name, f"games_{model}_{column}_key")


def index(schema_editor, model, column, ending=""):
    """Name an index as Django did when it laid it."""
    return schema_editor._create_index_name(f"games_{model}", [column], ending)


def rename(schema_editor, model, before, after):
    schema_editor.execute(f"ALTER TABLE games_{model} RENAME CONSTRAINT {before} TO {after}")


class Told(migrations.SeparateDatabaseAndState):
    """Change what is known of fields and nothing else, at once: not every model anew after each."""

    def state_forwards(self, app_label, state):
        vars(state).pop("apps", None)
        super().state_forwards(app_label, state)


class Migration(migrations.Migration):

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('games', '0014_account_changes'),
    ]

    operations = [
        migrations.RunPython(drop, lay),
        Told(
            state_operations=[
                migrations.AlterField(
                    model_name='act',
                    name='match',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.match'),
                ),
                migrations.AlterField(
                    model_name='block',
                    name='player',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AlterField(
                    model_name='case',
                    name='public_id',
                    field=models.CharField(default=games.models.match.new_public_id, editable=False, max_length=24),
                ),
                migrations.AlterField(
                    model_name='caseword',
                    name='case',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='words', to='games.case'),
                ),
                migrations.AlterField(
                    model_name='delivery',
                    name='event',
                    field=models.CharField(max_length=200),
                ),
                migrations.AlterField(
                    model_name='event',
                    name='match',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.match'),
                ),
                migrations.AlterField(
                    model_name='heard',
                    name='event',
                    field=models.CharField(max_length=200),
                ),
                migrations.AlterField(
                    model_name='hush',
                    name='match',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.match'),
                ),
                migrations.AlterField(
                    model_name='inbound',
                    name='digest',
                    field=models.CharField(max_length=64),
                ),
                migrations.AlterField(
                    model_name='inbound',
                    name='seat',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.seat'),
                ),
                migrations.AlterField(
                    model_name='invitation',
                    name='seat',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to='games.seat'),
                ),
                migrations.AlterField(
                    model_name='link',
                    name='seat',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='links', to='games.seat'),
                ),
                migrations.AlterField(
                    model_name='lobby',
                    name='host',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AlterField(
                    model_name='match',
                    name='public_id',
                    field=models.CharField(default=games.models.match.new_public_id, editable=False, max_length=24),
                ),
                migrations.AlterField(
                    model_name='note',
                    name='match',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.match'),
                ),
                migrations.AlterField(
                    model_name='order',
                    name='match',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.match'),
                ),
                migrations.AlterField(
                    model_name='outbox',
                    name='dedupe',
                    field=models.CharField(max_length=100),
                ),
                migrations.AlterField(
                    model_name='ruling',
                    name='key',
                    field=models.CharField(default=games.models.ruling.new_key, max_length=64),
                ),
                migrations.AlterField(
                    model_name='sealedanswer',
                    name='match',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.match'),
                ),
                migrations.AlterField(
                    model_name='seat',
                    name='match',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='games.match'),
                ),
                migrations.AlterField(
                    model_name='seat',
                    name='player',
                    field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AlterField(
                    model_name='submission',
                    name='match',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='submissions', to='games.match'),
                ),
                migrations.AlterField(
                    model_name='talk',
                    name='match',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='talk', to='games.match'),
                ),
                migrations.AlterField(
                    model_name='vote',
                    name='seat',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='votes', to='games.seat'),
                ),
                migrations.AddConstraint(
                    model_name='case',
                    constraint=models.UniqueConstraint(fields=('public_id',), name='one_case_an_id'),
                ),
                migrations.AddConstraint(
                    model_name='delivery',
                    constraint=models.UniqueConstraint(fields=('event',), name='one_step_a_telling'),
                ),
                migrations.AddConstraint(
                    model_name='heard',
                    constraint=models.UniqueConstraint(fields=('event',), name='one_webhook_an_id'),
                ),
                migrations.AddConstraint(
                    model_name='inbound',
                    constraint=models.UniqueConstraint(fields=('digest',), name='one_inbound_a_digest'),
                ),
                migrations.AddConstraint(
                    model_name='match',
                    constraint=models.UniqueConstraint(fields=('public_id',), name='one_match_an_id'),
                ),
                migrations.AddConstraint(
                    model_name='outbox',
                    constraint=models.UniqueConstraint(fields=('dedupe',), name='one_mail_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='ruling',
                    constraint=models.UniqueConstraint(fields=('key',), name='one_ruling_a_key'),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name='accountchange',
            index=models.Index(fields=['at'], name='old_account_changes'),
        ),
        migrations.AddIndex(
            model_name='deadline',
            index=models.Index(condition=models.Q(('attempts__gt', 0), ('state', 'running')), fields=['due_at'], name='tried_deadlines'),
        ),
        migrations.AddIndex(
            model_name='deadline',
            index=models.Index(condition=models.Q(('state', 'stuck')), fields=['match'], name='stuck_deadlines'),
        ),
        migrations.AddIndex(
            model_name='heard',
            index=models.Index(fields=['at'], name='old_webhooks'),
        ),
        migrations.AddIndex(
            model_name='inbound',
            index=models.Index(condition=models.Q(('raw__isnull', False)), fields=['received_at'], name='raw_mails'),
        ),
        migrations.AddIndex(
            model_name='invitation',
            index=models.Index(fields=['sent_at'], name='old_invitations'),
        ),
        migrations.AddIndex(
            model_name='invitation',
            index=models.Index(django.db.models.functions.text.Lower('address'), condition=models.Q(('state', 'open')), name='invitations_to_an_address'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('status', 'running')), fields=['id'], name='running_matches'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('status__in', ['lobby', 'paused', 'quarantined'])), fields=['status'], name='matches_that_wait'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['ended_at'], name='ended_matches'),
        ),
        migrations.AddIndex(
            model_name='outbox',
            index=models.Index(django.db.models.functions.text.Lower('to'), name='mails_to_an_address'),
        ),
        migrations.AddIndex(
            model_name='outbox',
            index=models.Index(condition=models.Q(('match__isnull', True)), fields=['kind', 'created_at'], name='mails_of_no_match'),
        ),
        migrations.AddIndex(
            model_name='outbox',
            index=models.Index(condition=models.Q(('rendered__isnull', False)), fields=['sent_at'], name='kept_bytes'),
        ),
        migrations.AddIndex(
            model_name='pause',
            index=models.Index(condition=models.Q(('ended__isnull', True)), fields=['match'], name='open_pauses'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('digest', True)), fields=['id'], name='digest_readers'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('is_moderator', True)), fields=['id'], name='moderators'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('invited', ''), ('player__isnull', True), ('robot', '')), fields=['match'], name='free_seats'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(fields=['player', 'match', 'number', 'muted'], name='seats_of_a_player'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(django.db.models.functions.text.Lower('invited'), condition=models.Q(('invited', ''), _negated=True), name='seats_kept_for_an_address'),
        ),
    ]
