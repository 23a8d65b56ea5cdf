import accounts.models.append_only
import datetime
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.core.validators
import django.db.models.deletion
import games.models.game
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='CannedAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=60, unique=True, verbose_name='title')),
                ('text', models.TextField(max_length=2000, verbose_name='text')),
                ('changed_at', models.DateTimeField(verbose_name='changed')),
            ],
            options={
                'verbose_name': 'canned answer',
                'verbose_name_plural': 'canned answers',
                'ordering': ['title'],
                'permissions': [('edit_canned_answer', 'write canned answers')],
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=games.models.game.new_public_id, max_length=64, unique=True, verbose_name='id')),
                ('name', models.CharField(blank=True, max_length=40, verbose_name='name')),
                ('invite_token', models.CharField(default=games.models.game.new_invite_token, max_length=32, unique=True)),
                ('creation_token', models.CharField(blank=True, editable=False, max_length=64)),
                ('visibility', models.CharField(choices=[('public', 'public'), ('private', 'private')], default='public', max_length=8, verbose_name='visibility')),
                ('seats_count', models.PositiveSmallIntegerField(verbose_name='seats')),
                ('target', models.PositiveSmallIntegerField(blank=True, default=15, null=True, verbose_name='target')),
                ('goat', models.BooleanField(default=False, verbose_name='goat')),
                ('two_player_deck', models.BooleanField(default=False, verbose_name='two-player deck')),
                ('next_leader', models.CharField(choices=[('left', 'the seat to the left of the last leader'), ('last', 'the seat that acted last')], default='left', max_length=4, verbose_name='next leader')),
                ('pace', models.CharField(choices=[('60s', '60 seconds a turn'), ('3m', '3 minutes a turn'), ('1h', '1 hour a turn'), ('8h', '8 hours a turn'), ('1d', '1 day a turn'), ('2d', '2 days a turn'), ('3d', '3 days a turn'), ('7d', '7 days a turn'), ('14d', '14 days a turn'), ('none', 'no limit')], default='none', max_length=4, verbose_name='pace')),
                ('timeout_action', models.CharField(choices=[('pass', 'the seat passes; at a lead it lays its lowest card'), ('caretaker', 'a caretaker bot takes the turn')], default='pass', max_length=9, verbose_name='when time runs out')),
                ('weekends_off', models.BooleanField(default=False, verbose_name='weekends off')),
                ('min_reliability', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='turns in time at least (%)')),
                ('rated', models.BooleanField(default=False, verbose_name='rated')),
                ('counts_for_rating', models.BooleanField(default=True, verbose_name='counts for rating')),
                ('from_queue', models.BooleanField(default=False, verbose_name='from the queue')),
                ('undo', models.BooleanField(default=True, verbose_name='turns may be taken back')),
                ('anchor', models.CharField(max_length=64, unique=True, verbose_name='anchor')),
                ('fingerprint', models.CharField(blank=True, max_length=64, verbose_name='fingerprint')),
                ('removed', models.CharField(blank=True, max_length=2, verbose_name='removed colours')),
                ('first_leader', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='first leader')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('full_at', models.DateTimeField(blank=True, null=True, verbose_name='all seats taken')),
                ('contributions_due_at', models.DateTimeField(blank=True, null=True, verbose_name='starts at the latest')),
                ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                ('pause_ends_at', models.DateTimeField(blank=True, null=True, verbose_name='pause ends')),
                ('held_at', models.DateTimeField(blank=True, null=True, verbose_name='paused by a moderator')),
                ('chat_locked_at', models.DateTimeField(blank=True, null=True, verbose_name='chat locked')),
                ('settled_at', models.DateTimeField(blank=True, null=True, verbose_name='settled')),
                ('status', models.CharField(choices=[('open', 'open'), ('running', 'running'), ('paused', 'paused'), ('finished', 'finished'), ('cancelled', 'cancelled')], default='open', max_length=9, verbose_name='status')),
                ('ending', models.CharField(blank=True, choices=[('target', 'the target was reached'), ('single_hand', 'a single hand was played'), ('resigned', 'the others resigned'), ('cancelled', 'cancelled')], max_length=11, verbose_name='ending')),
                ('version', models.PositiveIntegerField(default=0, verbose_name='version')),
                ('to_act', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='to act')),
                ('waiting_since', models.DateTimeField(blank=True, null=True, verbose_name='waiting since')),
                ('bot_acts', models.BooleanField(default=False, verbose_name='waits for a bot')),
                ('changed_at', models.DateTimeField(verbose_name='last change')),
                ('host', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hosted_games', to=settings.AUTH_USER_MODEL, verbose_name='host')),
                ('rematch_of', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rematch', to='games.game', verbose_name='rematch of')),
            ],
            options={
                'verbose_name': 'game',
                'verbose_name_plural': 'games',
                'permissions': [('moderate_game', 'act on games'), ('lock_chat', 'lock chats'), ('peek_cards', 'open the hidden cards of running games')],
            },
        ),
        migrations.CreateModel(
            name='RatingRework',
            fields=[
                ('pool', models.CharField(choices=[('people', 'among people'), ('bots', 'with bots')], max_length=6, primary_key=True, serialize=False, verbose_name='pool')),
                ('from_at', models.DateTimeField()),
                ('from_game', models.BigIntegerField()),
                ('next_at', models.DateTimeField()),
                ('next_game', models.BigIntegerField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('kind', models.CharField(choices=[('person', 'person'), ('bot', 'bot')], max_length=6, verbose_name='kind')),
                ('joined_at', models.DateTimeField(verbose_name='joined')),
                ('contribution', models.BinaryField(blank=True, max_length=64, null=True, verbose_name='contribution')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='contribution answered')),
                ('resigned_at', models.DateTimeField(blank=True, null=True, verbose_name='resigned')),
                ('looked_at', models.DateTimeField(blank=True, null=True, verbose_name='last looked at the game')),
                ('acted_at', models.DateTimeField(blank=True, null=True, verbose_name='last turn')),
                ('timeouts', models.PositiveSmallIntegerField(default=0, verbose_name='times out in a row')),
                ('turns_in_time', models.PositiveIntegerField(default=0, verbose_name='turns in time')),
                ('turns_late', models.PositiveIntegerField(default=0, verbose_name='turns late')),
                ('chat_read', models.PositiveBigIntegerField(default=0)),
                ('seen_version', models.PositiveIntegerField(default=0)),
                ('hand_order', models.CharField(blank=True, max_length=60)),
                ('absence_spent', models.DurationField(default=datetime.timedelta, verbose_name='absence spent')),
                ('pause_wanted_at', models.DateTimeField(blank=True, null=True, verbose_name='wants a pause')),
                ('points', models.PositiveSmallIntegerField(default=0, verbose_name='points')),
                ('is_winner', models.BooleanField(default=False, verbose_name='winner')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game', verbose_name='game')),
                ('held_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='held_seats', to=settings.AUTH_USER_MODEL, verbose_name='held by')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
                'ordering': ['game', 'number'],
            },
        ),
        migrations.CreateModel(
            name='BotAccount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, unique=True)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='bot_account', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='DailyFigure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(verbose_name='day')),
                ('name', models.CharField(max_length=30, verbose_name='name')),
                ('value', models.PositiveBigIntegerField(verbose_name='value')),
            ],
            options={
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('name', 'day'), name='daily_figure_once')],
            },
        ),
        migrations.CreateModel(
            name='FairChain',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='chain', serialize=False, to='games.game')),
                ('sealed', models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name='ChatLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500, verbose_name='text')),
                ('created_at', models.DateTimeField(verbose_name='at')),
                ('hidden_at', models.DateTimeField(blank=True, null=True, verbose_name='hidden')),
                ('erased_at', models.DateTimeField(blank=True, null=True, verbose_name='erased')),
                ('hidden_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='hidden by')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='chat_lines', to=settings.AUTH_USER_MODEL, verbose_name='who')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chat_lines', to='games.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'line of a chat',
                'verbose_name_plural': 'chat',
                'ordering': ['game', 'id'],
                'permissions': [('hide_chat_line', 'hide lines of chats')],
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='GameEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('resign', 'resigned'), ('handover', 'seat handed over'), ('return', 'seat taken back')], max_length=8, verbose_name='kind')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('hand_number', models.PositiveSmallIntegerField(verbose_name='hand')),
                ('after_turn', models.PositiveIntegerField(verbose_name='after turn')),
                ('version', models.PositiveIntegerField(verbose_name='version')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='games.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
                'ordering': ['game', 'id'],
            },
        ),
        migrations.CreateModel(
            name='GameNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=4000, verbose_name='note')),
                ('changed_at', models.DateTimeField(verbose_name='changed')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='games.game', verbose_name='game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='game_notes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'private note',
                'verbose_name_plural': 'private notes',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Hand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='hand')),
                ('leader', models.PositiveSmallIntegerField(verbose_name='leader')),
                ('deck', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=2), size=None)),
                ('seed', models.CharField(blank=True, max_length=64)),
                ('voided', models.BooleanField(default=False, verbose_name='void')),
                ('started_at', models.DateTimeField(verbose_name='started')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                ('state', models.JSONField()),
                ('turns_count', models.PositiveIntegerField(default=0, verbose_name='turns')),
                ('points', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), blank=True, null=True, size=None, verbose_name='points')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hands', to='games.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'hand',
                'verbose_name_plural': 'hands',
                'ordering': ['game', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Intervention',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('pause', 'paused the game'), ('resume', 'let the game go on'), ('extend', 'gave more time'), ('pass', 'passed for a seat'), ('bot', 'gave a seat to a bot'), ('replace', 'gave a seat to another person'), ('take_back', 'took turns back'), ('cancel', 'cancelled the game'), ('lock_chat', 'locked the chat'), ('unlock_chat', 'opened the chat'), ('unrate', 'took the game out of the ratings'), ('rate', 'let the game count for the ratings')], max_length=11, verbose_name='kind')),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seat')),
                ('hand_number', models.PositiveSmallIntegerField(default=0, verbose_name='hand')),
                ('after_turn', models.PositiveIntegerField(default=0, verbose_name='after turn')),
                ('version', models.PositiveIntegerField(verbose_name='version')),
                ('reason', models.TextField(max_length=1000, verbose_name='reason')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='who')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='interventions', to='games.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'act of a moderator',
                'verbose_name_plural': 'acts of moderators',
                'ordering': ['game', 'id'],
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('declined_at', models.DateTimeField(blank=True, null=True, verbose_name='declined')),
                ('barred_at', models.DateTimeField(blank=True, null=True, verbose_name='removed by the host')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.game', verbose_name='game')),
                ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='invited by')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to=settings.AUTH_USER_MODEL, verbose_name='invited')),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
            },
        ),
        migrations.CreateModel(
            name='MailLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('version', models.PositiveIntegerField()),
                ('account_mark', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('spent_at', models.DateTimeField(blank=True, null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mail_links', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mail_links', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Move',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='turn')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('turn', models.CharField(max_length=40, verbose_name='cards')),
                ('by', models.CharField(choices=[('player', 'player'), ('auto', 'standing order'), ('timeout', 'time ran out'), ('bot', 'bot'), ('moderator', 'moderator')], max_length=9, verbose_name='by')),
                ('version', models.PositiveIntegerField(verbose_name='version after it')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('actor', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='acted')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='games.hand', verbose_name='hand')),
            ],
            options={
                'verbose_name': 'turn',
                'verbose_name_plural': 'turns',
                'ordering': ['hand', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Peek',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hand_number', models.PositiveSmallIntegerField(verbose_name='hand')),
                ('after_turn', models.PositiveIntegerField(verbose_name='after turn')),
                ('reason', models.TextField(max_length=1000, verbose_name='reason')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='who')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='peeks', to='games.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'opening of cards',
                'verbose_name_plural': 'openings of cards',
                'ordering': ['game', 'id'],
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='PersonMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('block', 'blocked'), ('mute', 'muted')], max_length=5)),
                ('created_at', models.DateTimeField()),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='marked_by', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='person_marks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'block or mute',
                'verbose_name_plural': 'blocks and mutes',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Preferences',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='preferences', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('channels', models.JSONField(default=dict)),
                ('waking', django.contrib.postgres.fields.ArrayField(base_field=models.TimeField(), blank=True, null=True, size=2)),
                ('quiet', django.contrib.postgres.fields.ArrayField(base_field=models.TimeField(), blank=True, null=True, size=2)),
                ('quiet_exempt', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=10), blank=True, default=list, size=None)),
                ('digest_hour', models.PositiveSmallIntegerField(default=18, validators=[django.core.validators.MaxValueValidator(23)])),
                ('digest_weekday', models.PositiveSmallIntegerField(default=6, validators=[django.core.validators.MaxValueValidator(6)])),
                ('remind_share', models.PositiveSmallIntegerField(default=25)),
                ('remind_repeat', models.BooleanField(default=False)),
                ('mail_cards', models.BooleanField(default=False)),
                ('mail_links', models.BooleanField(default=True)),
                ('vacation_days', models.PositiveSmallIntegerField(default=20)),
                ('vacation_counted_at', models.DateTimeField(blank=True, null=True)),
                ('chat', models.BooleanField(default=True)),
                ('kid_mode', models.BooleanField(default=False)),
                ('confirm', models.CharField(choices=[('never', 'never'), ('slow', 'in slow games'), ('always', 'always')], default='slow', max_length=6)),
                ('hand_sort', models.CharField(choices=[('number', 'by number'), ('colour', 'by colour'), ('own', 'as I lay them')], default='number', max_length=6)),
                ('sound', models.BooleanField(default=False)),
                ('text_table', models.BooleanField(default=False)),
                ('count_down', models.BooleanField(default=False)),
                ('calendar_number', models.PositiveIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'preferences',
                'verbose_name_plural': 'preferences',
                'constraints': [models.CheckConstraint(condition=models.Q(('digest_hour__lte', 23)), name='preferences_hour_0_to_23'), models.CheckConstraint(condition=models.Q(('digest_weekday__lte', 6)), name='preferences_weekday_0_to_6'), models.CheckConstraint(condition=models.Q(('remind_share__range', (5, 90))), name='preferences_share_5_to_90'), models.CheckConstraint(condition=models.Q(('vacation_days__lte', 30)), name='preferences_vacation_0_to_30')],
            },
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint_hash', models.CharField(max_length=64, unique=True)),
                ('sealed_endpoint', models.BinaryField()),
                ('p256dh', models.CharField(max_length=100)),
                ('auth', models.CharField(max_length=40)),
                ('label', models.CharField(blank=True, max_length=80, verbose_name='device')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'push subscription',
                'verbose_name_plural': 'push subscriptions',
                'ordering': ['user', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='QueueEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seats_count', models.PositiveSmallIntegerField(verbose_name='seats')),
                ('pace', models.CharField(choices=[('60s', '60 seconds a turn'), ('3m', '3 minutes a turn'), ('1h', '1 hour a turn'), ('8h', '8 hours a turn'), ('1d', '1 day a turn'), ('2d', '2 days a turn'), ('3d', '3 days a turn'), ('7d', '7 days a turn'), ('14d', '14 days a turn'), ('none', 'no limit')], default='1d', max_length=4, verbose_name='pace')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='queue_entry', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'queue entry',
                'verbose_name_plural': 'queue entries',
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(choices=[('people', 'among people'), ('bots', 'with bots')], max_length=6, verbose_name='pool')),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('games', models.PositiveIntegerField(default=0, verbose_name='rated games')),
                ('changed_at', models.DateTimeField(verbose_name='changed')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'rating',
                'verbose_name_plural': 'ratings',
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(choices=[('people', 'among people'), ('bots', 'with bots')], max_length=6, verbose_name='pool')),
                ('season', models.PositiveIntegerField(verbose_name='season')),
                ('place', models.PositiveSmallIntegerField(verbose_name='place')),
                ('mu_before', models.FloatField()),
                ('sigma_before', models.FloatField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('at', models.DateTimeField(verbose_name='game ended')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='games.game', verbose_name='game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'change of a rating',
                'verbose_name_plural': 'changes of ratings',
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('game', 'something at a table'), ('chat', 'a line of a chat'), ('profile', 'a profile'), ('stalling', 'stalling'), ('collusion', 'playing together')], max_length=9, verbose_name='kind')),
                ('text', models.TextField(blank=True, max_length=2000, verbose_name='what happened')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('status', models.CharField(choices=[('open', 'open'), ('claimed', 'claimed'), ('judged', 'judged')], default='open', max_length=7, verbose_name='status')),
                ('claimed_at', models.DateTimeField(blank=True, null=True, verbose_name='claimed')),
                ('judged_at', models.DateTimeField(blank=True, null=True, verbose_name='judged')),
                ('outcome', models.CharField(blank=True, choices=[('acted', 'we acted on it'), ('noted', 'noted, nothing done for now'), ('refused', 'no rule was broken')], max_length=7, verbose_name='outcome')),
                ('answer', models.TextField(blank=True, max_length=2000, verbose_name='answer')),
                ('accused', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='accusations', to=settings.AUTH_USER_MODEL, verbose_name='about')),
                ('claimed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='claimed by')),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.game', verbose_name='game')),
                ('line', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.chatline', verbose_name='line')),
                ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to=settings.AUTH_USER_MODEL, verbose_name='reporter')),
                ('sanction', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='accounts.sanction', verbose_name='decision that followed')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'ordering': ['-id'],
                'permissions': [('judge_report', 'judge reports')],
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='ReportNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=2000, verbose_name='note')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='written by')),
                ('report', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='games.report', verbose_name='report')),
            ],
            options={
                'verbose_name': 'note',
                'verbose_name_plural': 'notes',
                'ordering': ['report', 'id'],
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='SeasonStanding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(choices=[('people', 'among people'), ('bots', 'with bots')], max_length=6, verbose_name='pool')),
                ('season', models.PositiveIntegerField(verbose_name='season')),
                ('score', models.IntegerField(verbose_name='score')),
                ('best_score', models.IntegerField(verbose_name='best score')),
                ('games', models.PositiveIntegerField(default=0, verbose_name='rated games')),
                ('wins', models.PositiveIntegerField(default=0, verbose_name='won')),
                ('opponents', models.PositiveIntegerField(default=0)),
                ('changed_at', models.DateTimeField(verbose_name='changed')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='season_standings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'standing of a season',
                'verbose_name_plural': 'standings of seasons',
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='SeatFigures',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='figures', serialize=False, to='games.seat')),
                ('hands', models.PositiveSmallIntegerField(verbose_name='hands')),
                ('hands_out', models.PositiveSmallIntegerField(verbose_name='times out first')),
                ('rounds', models.PositiveIntegerField(verbose_name='rounds')),
                ('rounds_won', models.PositiveIntegerField(verbose_name='rounds won')),
                ('plays', models.PositiveIntegerField(verbose_name='plays')),
                ('passes', models.PositiveIntegerField(verbose_name='passes')),
                ('timeouts', models.PositiveIntegerField(verbose_name='times out')),
                ('cards_played', models.PositiveIntegerField(verbose_name='cards played')),
                ('highest_value', models.PositiveBigIntegerField(verbose_name='highest value')),
                ('largest_set', models.PositiveSmallIntegerField(verbose_name='largest set')),
            ],
            options={
                'verbose_name': 'figures of a seat',
                'verbose_name_plural': 'figures of seats',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='StandingOrders',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='orders', serialize=False, to='games.seat')),
                ('pass_hand', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('pass_round', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('pass_if_stuck', models.BooleanField(default=False)),
                ('go_out', models.BooleanField(default=False)),
                ('pickup', models.CharField(blank=True, choices=[('high', 'the highest number'), ('low', 'the lowest number'), ('best', 'what keeps the best set'), ('B', 'blue first'), ('R', 'red first'), ('P', 'pink first'), ('G', 'green first'), ('K', 'black first'), ('O', 'orange first')], max_length=4)),
                ('armed_hand', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('armed_table', models.CharField(blank=True, max_length=40)),
                ('armed_turn', models.CharField(blank=True, max_length=40)),
                ('changed_at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'standing orders',
                'verbose_name_plural': 'standing orders',
            },
        ),
        migrations.CreateModel(
            name='SeatReview',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('status', models.CharField(choices=[('asked', 'asked for'), ('done', 'done'), ('failed', 'failed')], default='asked', max_length=6, verbose_name='status')),
                ('bot', models.CharField(blank=True, max_length=40, verbose_name='bot')),
                ('turns', models.JSONField(default=list)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('asked_at', models.DateTimeField(verbose_name='asked for at')),
                ('begun_at', models.DateTimeField(blank=True, null=True, verbose_name='begun')),
                ('done_at', models.DateTimeField(blank=True, null=True, verbose_name='done at')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reviews', to='games.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'review of turns',
                'verbose_name_plural': 'reviews of turns',
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='Signal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('network', 'same network at one table'), ('dumping', 'loses to one other far beyond chance'), ('stalling', 'lets time run out'), ('mass', 'many accounts from one network')], max_length=8, verbose_name='kind')),
                ('people', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None, verbose_name='people')),
                ('weight', models.FloatField(verbose_name='weight')),
                ('evidence', models.JSONField(default=dict, verbose_name='evidence')),
                ('first_seen_at', models.DateTimeField(verbose_name='first seen')),
                ('last_seen_at', models.DateTimeField(verbose_name='last seen')),
                ('looked_at', models.DateTimeField(blank=True, null=True, verbose_name='looked at')),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='signals', to='games.game', verbose_name='game')),
                ('looked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='looked at by')),
            ],
            options={
                'verbose_name': 'signal',
                'verbose_name_plural': 'signals',
                'ordering': ['-id'],
                'permissions': [('judge_signal', 'put signals aside')],
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='TakeBack',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kept', models.PositiveIntegerField(verbose_name='last turn that stands')),
                ('last', models.PositiveIntegerField(verbose_name='last turn taken back')),
                ('version', models.PositiveIntegerField(verbose_name='version after it')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('actor', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='acted')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='take_backs', to='games.hand', verbose_name='hand')),
            ],
            options={
                'verbose_name': 'take-back',
                'verbose_name_plural': 'take-backs',
                'ordering': ['hand', 'id'],
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('discord', 'Discord'), ('slack', 'Slack'), ('json', 'plain JSON')], max_length=7, verbose_name='kind')),
                ('name', models.CharField(blank=True, max_length=40, verbose_name='name')),
                ('sealed_address', models.BinaryField()),
                ('hint', models.CharField(max_length=80, verbose_name='address')),
                ('sealed_secret', models.BinaryField(default=bytes)),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('failures', models.PositiveSmallIntegerField(default=0, verbose_name='failures in a row')),
                ('stopped_at', models.DateTimeField(blank=True, null=True, verbose_name='stopped')),
                ('stopped_why', models.CharField(blank=True, max_length=200, verbose_name='why')),
                ('tested_at', models.DateTimeField(blank=True, null=True, verbose_name='tested')),
                ('test_outcome', models.CharField(blank=True, max_length=200, verbose_name='outcome of the test')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'webhook',
                'verbose_name_plural': 'webhooks',
                'ordering': ['user', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('turn', 'your turn'), ('reminder', 'reminder before the deadline'), ('timeout', 'your time ran out'), ('pause', 'a wish to pause or to go on'), ('invitation', 'invitation'), ('joined', 'you sat down'), ('started', 'game started'), ('over', 'game over'), ('moderation', 'the site acted on a game'), ('mention', 'somebody named you in a chat'), ('sanction', 'a decision about your account'), ('appeal', 'the answer to your appeal'), ('report', 'the outcome of your report')], max_length=10, verbose_name='kind')),
                ('channel', models.CharField(choices=[('mail', 'mail'), ('push', 'push'), ('webhook', 'webhook')], default='mail', max_length=7, verbose_name='channel')),
                ('about', models.PositiveBigIntegerField(default=0)),
                ('version', models.PositiveIntegerField(verbose_name='version')),
                ('number', models.PositiveSmallIntegerField(default=0)),
                ('target', models.PositiveBigIntegerField(default=0)),
                ('digest', models.CharField(blank=True, choices=[('hourly', 'every hour'), ('daily', 'once a day'), ('weekly', 'once a week')], max_length=6, verbose_name='collected')),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('sending', 'being sent'), ('sent', 'sent'), ('failed', 'failed'), ('dropped', 'no longer true')], default='waiting', max_length=8, verbose_name='status')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('uncertain', models.BooleanField(default=False, verbose_name='uncertain')),
                ('message_id', models.CharField(blank=True, max_length=200, verbose_name='Message-ID')),
                ('due_at', models.DateTimeField(verbose_name='due')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='games.game', verbose_name='game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL, verbose_name='to')),
                ('subscription', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.SET_NULL, to='games.pushsubscription')),
                ('webhook', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.SET_NULL, to='games.webhook')),
            ],
            options={
                'verbose_name': 'notice',
                'verbose_name_plural': 'outbox',
            },
        ),
        migrations.CreateModel(
            name='Absence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.DateField(verbose_name='first day')),
                ('last', models.DateField(verbose_name='last day')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='absences', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'absence',
                'verbose_name_plural': 'absences',
                'ordering': ['user', 'first'],
                'indexes': [models.Index(fields=['user', 'last'], name='absence_of_person')],
                'constraints': [models.CheckConstraint(condition=models.Q(('last__gte', models.F('first'))), name='absence_ends_after_it_begins')],
            },
        ),
        migrations.CreateModel(
            name='Deadline',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='deadline', serialize=False, to='games.game')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('version', models.PositiveIntegerField(verbose_name='version')),
                ('since', models.DateTimeField(verbose_name='since')),
                ('left', models.DurationField(verbose_name='time left then')),
                ('zone', models.CharField(max_length=64)),
                ('waking', django.contrib.postgres.fields.ArrayField(base_field=models.TimeField(), blank=True, null=True, size=2)),
                ('due_at', models.DateTimeField(blank=True, null=True, verbose_name='due')),
                ('remind_at', models.DateTimeField(blank=True, null=True, verbose_name='reminder')),
                ('reminders', models.PositiveSmallIntegerField(default=0, verbose_name='reminders so far')),
                ('order_at', models.DateTimeField(blank=True, null=True, verbose_name='standing order acts')),
                ('next_at', models.DateTimeField(blank=True, null=True, verbose_name='looked at next')),
                ('left_before', models.DurationField(blank=True, null=True)),
                ('granted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deadlines', to=settings.AUTH_USER_MODEL, verbose_name='waits for')),
            ],
            options={
                'verbose_name': 'deadline',
                'verbose_name_plural': 'deadlines',
            },
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'open')), fields=['created_at'], name='game_open'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'running')), fields=['waiting_since'], name='game_running'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('bot_acts', True), ('status', 'running')), fields=['waiting_since'], name='game_waits_for_bot'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['changed_at'], name='game_changed'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['created_at'], name='game_created'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['status', '-id'], name='game_by_status'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('ending', ''), _negated=True), fields=['ending', '-id'], name='game_by_ending'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('visibility', 'private')), fields=['-id'], name='game_private'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('from_queue', True)), fields=['-id'], name='game_from_queue'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('bot_acts', True)), fields=['-id'], name='game_bot_acts'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['pace', '-id'], name='game_by_pace'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('contributions_due_at__isnull', False), ('status', 'open')), fields=['contributions_due_at'], name='game_starts_due'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'open')), fields=['host'], name='game_open_by_host'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('settled_at__isnull', True), ('status__in', ('finished', 'cancelled'))), fields=['ended_at', 'id'], name='game_to_settle'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('seats_count__range', (2, 6))), name='game_seats_2_to_6'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('target__isnull', True), ('target__in', (10, 15, 20, 25, 30)), _connector='OR'), name='game_target'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('two_player_deck', False), ('seats_count', 2), _connector='OR'), name='game_two_player_deck_for_two'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('to_act__isnull', True), ('to_act__lt', models.F('seats_count')), _connector='OR'), name='game_to_act_is_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status__in', ('running', 'paused')), _negated=True), models.Q(('started_at__isnull', False), ('to_act__isnull', False)), _connector='OR'), name='game_running_waits_for_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', False), ('status__in', ('finished', 'cancelled'))), models.Q(('ended_at__isnull', True), ('ending', ''), ('status__in', ('open', 'running', 'paused'))), _connector='OR'), name='game_ended_has_a_time'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('pause_ends_at__isnull', True), ('status', 'paused'), _connector='OR'), name='game_only_a_pause_ends'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('held_at__isnull', True), ('status', 'paused'), _connector='OR'), name='game_only_a_pause_is_held'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('min_reliability__isnull', True), ('min_reliability__range', (1, 100)), _connector='OR'), name='game_reliability_in_per_cent'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(condition=models.Q(('creation_token', ''), _negated=True), fields=('creation_token',), name='game_once_a_creation_token'),
        ),
        migrations.AddIndex(
            model_name='chatline',
            index=models.Index(fields=['game', 'id'], name='chat_of_game'),
        ),
        migrations.AddIndex(
            model_name='chatline',
            index=models.Index(fields=['user', '-created_at'], name='chat_of_person'),
        ),
        migrations.AddIndex(
            model_name='chatline',
            index=models.Index(condition=models.Q(('hidden_at__isnull', False)), fields=['-id'], name='chat_hidden'),
        ),
        migrations.AddConstraint(
            model_name='chatline',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('text', ''), _negated=True), ('erased_at__isnull', True)), models.Q(('erased_at__isnull', False), ('text', '')), _connector='OR'), name='chat_line_says_something'),
        ),
        migrations.AddConstraint(
            model_name='chatline',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('hidden_at__isnull', True), ('hidden_by__isnull', True)), models.Q(('hidden_at__isnull', False), ('hidden_by__isnull', False)), _connector='OR'), name='chat_line_hidden_by_somebody'),
        ),
        migrations.AddIndex(
            model_name='gameevent',
            index=models.Index(fields=['kind', '-id'], name='event_by_kind'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='gameevent',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=accounts.models.append_only.FirmTriggerSql(func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='e40e8e5d30a73ca5bb2533e6f5fd1f4c30ca7b03', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_a4783', table='games_gameevent', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='gameevent',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=accounts.models.append_only.FirmTriggerSql(func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='f63b842bde6405fd098fb670864ea9768eee01b2', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_2ee16', table='games_gameevent', when='BEFORE')),
        ),
        migrations.AddConstraint(
            model_name='gamenote',
            constraint=models.UniqueConstraint(fields=('game', 'user'), name='game_note_once_a_person'),
        ),
        migrations.AddIndex(
            model_name='hand',
            index=models.Index(condition=models.Q(('voided', True)), fields=['-id'], name='hand_void'),
        ),
        migrations.AddIndex(
            model_name='hand',
            index=models.Index(condition=models.Q(('ended_at__isnull', False)), fields=['-id'], name='hand_over'),
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='hand_number_once_a_game'),
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('game',), name='hand_one_running_a_game'),
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.CheckConstraint(condition=models.Q(('number__range', (1, 128))), name='hand_number_1_to_128'),
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.CheckConstraint(condition=models.Q(('leader__range', (0, 5))), name='hand_leader_0_to_5'),
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('points__isnull', True), ('seed', ''), ('voided', False)), models.Q(('ended_at__isnull', False), models.Q(models.Q(('seed', ''), _negated=True), ('voided', True), _connector='OR')), _connector='OR'), name='hand_seed_shown_only_when_over'),
        ),
        migrations.AddIndex(
            model_name='intervention',
            index=models.Index(fields=['kind', '-id'], name='intervention_by_kind'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='intervention',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=accounts.models.append_only.FirmTriggerSql(func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='2333044f367051b258f395510d037b6b80efad47', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_0e03b', table='games_intervention', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='intervention',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=accounts.models.append_only.FirmTriggerSql(func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='8be0dc9172c1ededfb57f0f992b9c018566e2110', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_d6e05', table='games_intervention', when='BEFORE')),
        ),
        migrations.AddIndex(
            model_name='invitation',
            index=models.Index(condition=models.Q(('declined_at__isnull', False)), fields=['-id'], name='invitation_declined'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(fields=('game', 'user'), name='invitation_once_a_game'),
        ),
        migrations.AddIndex(
            model_name='maillink',
            index=models.Index(fields=['expires_at'], name='mail_link_expiry'),
        ),
        migrations.AddIndex(
            model_name='move',
            index=django.contrib.postgres.indexes.BrinIndex(autosummarize=True, fields=['created_at'], name='move_of_day'),
        ),
        migrations.AddIndex(
            model_name='move',
            index=models.Index(condition=models.Q(('by__in', ('timeout', 'bot', 'moderator'))), fields=['by', '-id'], name='move_not_by_player'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.UniqueConstraint(fields=('hand', 'number'), name='move_number_once_a_hand'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='move_number_from_1'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.CheckConstraint(condition=models.Q(('seat__range', (0, 5))), name='move_seat_0_to_5'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.CheckConstraint(condition=models.Q(('version__gte', models.F('number'))), name='move_version_not_below_number'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='move',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=accounts.models.append_only.FirmTriggerSql(func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='d3a6f676135e3e9e8d3951247f9af4d00fba6692', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_a1343', table='games_move', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='move',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=accounts.models.append_only.FirmTriggerSql(func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='a46c40656f036aa8f579a4c5c64cabe0e44c423d', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_da6d1', table='games_move', when='BEFORE')),
        ),
        migrations.AddIndex(
            model_name='peek',
            index=models.Index(fields=['by', '-id'], name='peek_by'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='peek',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=accounts.models.append_only.FirmTriggerSql(func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='b972bd05349a80003b8c082cc7dfd2cff12af684', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_571d9', table='games_peek', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='peek',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=accounts.models.append_only.FirmTriggerSql(func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='72044086cf671abc335989120b96d6bd3e71006b', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_3468d', table='games_peek', when='BEFORE')),
        ),
        migrations.AddIndex(
            model_name='personmark',
            index=models.Index(fields=['other', 'kind'], name='person_mark_of'),
        ),
        migrations.AddConstraint(
            model_name='personmark',
            constraint=models.UniqueConstraint(fields=('user', 'other', 'kind'), name='person_mark_once'),
        ),
        migrations.AddConstraint(
            model_name='personmark',
            constraint=models.CheckConstraint(condition=models.Q(('user', models.F('other')), _negated=True), name='person_mark_is_of_another'),
        ),
        migrations.AddIndex(
            model_name='queueentry',
            index=models.Index(fields=['seats_count', 'pace', 'created_at'], name='queue_order'),
        ),
        migrations.AddConstraint(
            model_name='queueentry',
            constraint=models.CheckConstraint(condition=models.Q(('seats_count__range', (2, 6))), name='queue_seats_2_to_6'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('user', 'pool'), name='rating_once_a_pool'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(fields=['user', 'pool', '-at'], name='rating_change_of_player'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(fields=['pool', 'at'], name='rating_change_by_time'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('game', 'user'), name='rating_change_once_a_game'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(condition=models.Q(('status', 'judged'), _negated=True), fields=['created_at'], name='report_open'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['reporter', '-id'], name='report_by_reporter'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['accused', '-id'], name='report_by_accused'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['kind', '-id'], name='report_by_kind'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['status', '-id'], name='report_by_status'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('claimed_by__isnull', True), ('judged_at__isnull', True), ('outcome', ''), ('status', 'open')), models.Q(('claimed_by__isnull', False), ('judged_at__isnull', True), ('outcome', ''), ('status', 'claimed')), models.Q(('claimed_by__isnull', False), ('judged_at__isnull', False), ('status', 'judged'), models.Q(('outcome', ''), _negated=True)), _connector='OR'), name='report_status_is_whole'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.CheckConstraint(condition=models.Q(('game__isnull', False), ('accused__isnull', False), _connector='OR'), name='report_is_about_something'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'judged'), _negated=True), fields=('reporter', 'kind', 'accused', 'game', 'line'), name='report_open_once', nulls_distinct=False),
        ),
        migrations.AddIndex(
            model_name='seasonstanding',
            index=models.Index(fields=['pool', 'season', '-score', 'user'], name='season_leaders'),
        ),
        migrations.AddConstraint(
            model_name='seasonstanding',
            constraint=models.UniqueConstraint(fields=('user', 'pool', 'season'), name='season_standing_once'),
        ),
        migrations.AddConstraint(
            model_name='standingorders',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('pass_hand__isnull', True), ('pass_round__isnull', True)), models.Q(('pass_hand__isnull', False), ('pass_round__isnull', False)), _connector='OR'), name='orders_pass_names_hand_and_round'),
        ),
        migrations.AddConstraint(
            model_name='standingorders',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('armed_hand__isnull', True), ('armed_table', ''), ('armed_turn', '')), models.Q(('armed_hand__isnull', False), models.Q(('armed_turn', ''), _negated=True), models.Q(('armed_table', ''), _negated=True)), _connector='OR'), name='orders_armed_is_whole'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(fields=['user', '-joined_at'], name='seat_of_person_by_time'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('kind', 'bot')), fields=['-id'], name='seat_of_bot'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('is_winner', True)), fields=['-id'], name='seat_won'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('resigned_at__isnull', False)), fields=['-id'], name='seat_resigned'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='seat_number_once_a_game'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'person')), fields=('game', 'user'), name='seat_person_once_a_game'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('number__range', (0, 5))), name='seat_number_0_to_5'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('contribution__isnull', True), models.Q(('answered_at__isnull', False), ('kind', 'person')), _connector='OR'), name='seat_contribution_was_answered'),
        ),
        migrations.AddIndex(
            model_name='seatreview',
            index=models.Index(condition=models.Q(('status', 'asked')), fields=['asked_at'], name='seat_review_to_do'),
        ),
        migrations.AddConstraint(
            model_name='seatreview',
            constraint=models.UniqueConstraint(fields=('game', 'seat'), name='seat_review_once'),
        ),
        migrations.AddIndex(
            model_name='signal',
            index=models.Index(condition=models.Q(('looked_at__isnull', True)), fields=['-weight'], name='signal_open'),
        ),
        migrations.AddIndex(
            model_name='signal',
            index=models.Index(fields=['kind', '-id'], name='signal_by_kind'),
        ),
        migrations.AddConstraint(
            model_name='signal',
            constraint=models.UniqueConstraint(fields=('kind', 'people', 'game'), name='signal_once', nulls_distinct=False),
        ),
        migrations.AddConstraint(
            model_name='takeback',
            constraint=models.CheckConstraint(condition=models.Q(('last__gt', models.F('kept'))), name='take_back_takes_something'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='takeback',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=accounts.models.append_only.FirmTriggerSql(func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='a26a5bb94946f2d3201239d73e9547d3ab821e0e', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_4a702', table='games_takeback', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='takeback',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=accounts.models.append_only.FirmTriggerSql(func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='e7b6438640390abe917c17ece14710cc7ed5239f', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_5d241', table='games_takeback', when='BEFORE')),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('status__in', ('waiting', 'sending'))), fields=['due_at'], name='notice_due'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['user', '-created_at'], name='notice_of_person'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('status', 'failed')), fields=['created_at'], name='notice_failed'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['kind', '-id'], name='notice_by_kind'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('status', 'sent'), _negated=True), fields=['status', '-id'], name='notice_not_sent'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('channel', 'mail'), _negated=True), fields=['channel', '-id'], name='notice_not_by_mail'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('attempts__gt', 1)), fields=['-id'], name='notice_retried'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('uncertain', True)), fields=['-id'], name='notice_uncertain'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(fields=('kind', 'game', 'user', 'version', 'number', 'channel', 'target', 'about'), name='notice_once_an_event', nulls_distinct=False),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(('game__isnull', False), models.Q(('kind__in', ('sanction', 'appeal', 'report')), models.Q(('about', 0), _negated=True)), _connector='OR'), name='notice_is_about_something'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'sent'), _negated=True), ('sent_at__isnull', False), _connector='OR'), name='notice_sent_has_a_time'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(('channel', 'mail'), ('digest', ''), _connector='OR'), name='notice_digests_are_mails'),
        ),
        migrations.AddIndex(
            model_name='deadline',
            index=models.Index(condition=models.Q(('next_at__isnull', False)), fields=['next_at'], name='deadline_next'),
        ),
        migrations.AddIndex(
            model_name='deadline',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['user', 'due_at'], name='deadline_of_person'),
        ),
    ]
