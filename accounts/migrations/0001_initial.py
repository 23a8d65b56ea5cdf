import accounts.models.append_only
import accounts.models.user
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('handle', models.CharField(error_messages={'unique': 'This username is taken.'}, max_length=20, unique=True, validators=[django.core.validators.RegexValidator('^[A-Za-z0-9][A-Za-z0-9_-]{1,19}\\Z', 'Use 2 to 20 characters: letters a to z, digits, - and _.')], verbose_name='Username')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='Email address')),
                ('password_mark', models.CharField(default=accounts.models.user.new_password_mark, editable=False, max_length=128)),
                ('time_zone', models.CharField(default='UTC', max_length=64, validators=[accounts.models.user.validate_time_zone], verbose_name='Time zone')),
                ('language', models.CharField(default='en', max_length=8, verbose_name='Language')),
                ('avatar', models.PositiveSmallIntegerField(blank=True, editable=False, null=True)),
                ('is_bot', models.BooleanField(default=False, verbose_name='bot')),
                ('is_guest', models.BooleanField(default=False, verbose_name='guest')),
                ('is_staff', models.BooleanField(default=False, verbose_name='Staff')),
                ('is_active', models.BooleanField(default=True, verbose_name='Active')),
                ('mail_stopped_at', models.DateTimeField(blank=True, null=True, verbose_name='Emails stopped')),
                ('mail_stopped_why', models.CharField(blank=True, max_length=200, verbose_name='Reason')),
                ('muted_until', models.DateTimeField(blank=True, null=True)),
                ('barred_until', models.DateTimeField(blank=True, null=True)),
                ('suspended_until', models.DateTimeField(blank=True, null=True)),
                ('decisions_unread', models.BooleanField(default=False)),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='Joined')),
                ('erased_at', models.DateTimeField(blank=True, null=True, verbose_name='erased')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('merged_into', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to=settings.AUTH_USER_MODEL, verbose_name='Merged into')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'Account',
                'verbose_name_plural': 'Accounts',
                'permissions': [('give_role', 'give and take roles'), ('close_person', 'close and open accounts'), ('end_sessions', "see and end people's logins"), ('erase_person', 'erase people and export what is known of them')],
                'indexes': [models.Index(django.db.models.functions.text.Upper('handle'), name='user_handle_iexact'), models.Index(django.db.models.functions.text.Upper('email'), name='user_email_iexact'), models.Index(django.db.models.functions.text.Replace(django.db.models.functions.text.Replace(models.Func(django.db.models.functions.text.Lower(models.F('handle')), models.Value('013457l-_'), models.Value('oieasti'), function='TRANSLATE'), models.Value('rn'), models.Value('m')), models.Value('vv'), models.Value('w')), name='user_look_alike'), models.Index(fields=['date_joined'], name='user_joined'), models.Index(condition=models.Q(('is_bot', True)), fields=['-id'], name='user_bots'), models.Index(condition=models.Q(('is_guest', True)), fields=['-id'], name='user_guests'), models.Index(condition=models.Q(('is_staff', True)), fields=['-id'], name='user_staff'), models.Index(condition=models.Q(('is_active', False)), fields=['-id'], name='user_closed'), models.Index(condition=models.Q(('erased_at__isnull', False)), fields=['-id'], name='user_erased'), models.Index(condition=models.Q(('mail_stopped_at__isnull', False)), fields=['-id'], name='user_mail_stopped'), models.Index(condition=models.Q(('muted_until__isnull', False)), fields=['-id'], name='user_muted'), models.Index(condition=models.Q(('barred_until__isnull', False)), fields=['-id'], name='user_barred'), models.Index(condition=models.Q(('suspended_until__isnull', False)), fields=['-id'], name='user_suspended')],
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('handle'), name='user_handle_any_case', violation_error_message='This username is taken.'), models.UniqueConstraint(django.db.models.functions.text.Lower('email'), condition=models.Q(('email', ''), _negated=True), name='user_email_any_case')],
            },
        ),
        migrations.CreateModel(
            name='Sanction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('warn', 'warning'), ('mute', 'no chat'), ('bar', 'no new games'), ('suspend', 'suspension'), ('ban', 'ban')], max_length=8, verbose_name='Kind')),
                ('reason', models.TextField(max_length=1000, verbose_name='Reason')),
                ('created_at', models.DateTimeField(verbose_name='Decided')),
                ('ends_at', models.DateTimeField(blank=True, null=True, verbose_name='Ends')),
                ('lifted_at', models.DateTimeField(blank=True, null=True, verbose_name='lifted')),
                ('lift_reason', models.TextField(blank=True, max_length=1000, verbose_name='Why lifted')),
                ('seen_at', models.DateTimeField(blank=True, null=True, verbose_name='Read')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='By')),
                ('lifted_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='Lifted by')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='sanctions', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'Decision',
                'verbose_name_plural': 'Decisions',
                'ordering': ['-id'],
                'permissions': [('warn_person', 'warn people'), ('mute_person', 'take the chat from people'), ('bar_person', 'bar people from new games'), ('suspend_person', 'suspend people'), ('ban_person', 'ban people'), ('lift_sanction', 'lift and shorten decisions')],
                'default_permissions': ('view',),
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('ends_at__isnull', True), ('kind__in', ('warn', 'ban'))), ('kind__in', ('mute', 'bar', 'suspend')), _connector='OR'), name='sanction_warnings_and_bans_have_no_end'), models.CheckConstraint(condition=models.Q(('ends_at__isnull', True), ('ends_at__gt', models.F('created_at')), _connector='OR'), name='sanction_ends_after_it_begins'), models.CheckConstraint(condition=models.Q(models.Q(('lift_reason', ''), ('lifted_at__isnull', True), ('lifted_by__isnull', True)), models.Q(('lifted_at__isnull', False), ('lifted_by__isnull', False)), _connector='OR'), name='sanction_lifted_by_somebody')],
                'indexes': [models.Index(fields=['user', '-id'], name='sanction_of_person')],
            },
        ),
        migrations.CreateModel(
            name='DoubleAccount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(verbose_name='Marked')),
                ('reason', models.TextField(max_length=1000, verbose_name='Reason')),
                ('merged_at', models.DateTimeField(blank=True, null=True, verbose_name='Merged')),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='By')),
                ('first', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='Account')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='Other account')),
            ],
            options={
                'verbose_name': 'Double account',
                'verbose_name_plural': 'Double accounts',
                'ordering': ['-id'],
                'permissions': [('mark_double', 'mark double accounts'), ('merge_double', 'merge double accounts')],
                'default_permissions': ('view',),
                'constraints': [models.UniqueConstraint(fields=('first', 'second'), name='double_once'), models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='double_in_order')],
            },
        ),
        migrations.CreateModel(
            name='ErasedHandle',
            fields=[
                ('digest', models.CharField(max_length=64, primary_key=True, serialize=False)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='HeldAddress',
            fields=[
                ('digest', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='NetworkTrace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.GenericIPAddressField(verbose_name='Network address')),
                ('first_seen_at', models.DateTimeField(verbose_name='First seen')),
                ('last_seen_at', models.DateTimeField(verbose_name='Last seen')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='network_traces', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'Network traces',
                'verbose_name_plural': 'Network traces',
                'ordering': ['-id'],
                'default_permissions': ('view',),
                'indexes': [models.Index(fields=['address'], name='network_address'), models.Index(fields=['last_seen_at'], name='network_last_seen')],
                'constraints': [models.UniqueConstraint(fields=('user', 'address'), name='network_once_a_person')],
            },
        ),
        migrations.CreateModel(
            name='SitePage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(choices=[('terms', 'Terms'), ('privacy', 'Privacy'), ('contact', 'Contact')], max_length=8, verbose_name='Page')),
                ('language', models.CharField(max_length=8, verbose_name='Language')),
                ('body', models.TextField(max_length=50000, verbose_name='Text')),
                ('changed_at', models.DateTimeField(verbose_name='Changed')),
                ('changed_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='By')),
            ],
            options={
                'verbose_name': 'Page',
                'verbose_name_plural': 'Pages',
                'ordering': ['slug', 'language'],
                'permissions': [('edit_site_page', 'write the pages of the site')],
                'default_permissions': ('view',),
                'constraints': [models.UniqueConstraint(fields=('slug', 'language'), name='site_page_once_a_language')],
            },
        ),
        migrations.CreateModel(
            name='SiteState',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('banner', models.CharField(blank=True, max_length=300, verbose_name='Banner')),
                ('maintenance', models.BooleanField(default=False, verbose_name='Maintenance')),
                ('maintenance_words', models.CharField(blank=True, max_length=300, verbose_name='Text while closed')),
                ('changed_at', models.DateTimeField(verbose_name='Changed')),
            ],
            options={
                'verbose_name': 'Site',
                'verbose_name_plural': 'Site',
                'permissions': [('edit_site_state', 'set the banner and close the site')],
                'default_permissions': ('view',),
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='site_state_is_one')],
            },
        ),
        migrations.CreateModel(
            name='AccountMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=80, verbose_name='Kind')),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('sending', 'being sent'), ('sent', 'sent'), ('failed', 'failed'), ('expired', 'out of date')], default='waiting', max_length=8, verbose_name='Status')),
                ('sealed', models.BinaryField(blank=True, default=b'')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='Created')),
                ('due_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='Due')),
                ('expires_at', models.DateTimeField(verbose_name='Expires')),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
                ('attempts', models.PositiveIntegerField(default=0, verbose_name='Attempts')),
                ('broken_off', models.PositiveIntegerField(default=0, verbose_name='Interrupted')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='Reason')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'Account emails',
                'verbose_name_plural': 'Account emails',
                'ordering': ['-id'],
                'default_permissions': ('view',),
                'indexes': [models.Index(condition=models.Q(('status__in', ('waiting', 'sending'))), fields=['due_at'], name='account_mail_due'), models.Index(fields=['created_at'], name='account_mail_created')],
            },
        ),
        migrations.CreateModel(
            name='AddressReturn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('sealed', models.BinaryField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'indexes': [models.Index(fields=['created_at'], name='address_return_created')],
            },
        ),
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=4000, verbose_name='Text')),
                ('created_at', models.DateTimeField(verbose_name='Created')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='Answered')),
                ('answer', models.TextField(blank=True, max_length=4000, verbose_name='Answer')),
                ('outcome', models.CharField(blank=True, choices=[('upheld', 'the decision was upheld'), ('shortened', 'the decision was shortened'), ('lifted', 'the decision was lifted')], max_length=9, verbose_name='Outcome')),
                ('answered_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='Answered by')),
                ('sanction', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='appeal', to='accounts.sanction')),
            ],
            options={
                'verbose_name': 'Appeal',
                'verbose_name_plural': 'Appeals',
                'ordering': ['-id'],
                'permissions': [('answer_appeal', 'answer appeals')],
                'default_permissions': ('view',),
                'indexes': [models.Index(condition=models.Q(('answered_at__isnull', True)), fields=['created_at'], name='appeal_open')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at__isnull', True), ('answered_by__isnull', True), ('outcome', '')), models.Q(('answered_at__isnull', False), ('answered_by__isnull', False), models.Q(('outcome', ''), _negated=True)), _connector='OR'), name='appeal_answer_is_whole')],
            },
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='When')),
                ('actor', models.BigIntegerField(null=True)),
                ('action', models.CharField(max_length=40, verbose_name='action')),
                ('person', models.BigIntegerField(null=True)),
                ('game', models.CharField(blank=True, max_length=64, verbose_name='Game')),
                ('about', models.CharField(blank=True, max_length=60, verbose_name='About')),
                ('reason', models.TextField(blank=True, max_length=1000, verbose_name='Reason')),
                ('facts', models.JSONField(default=dict)),
            ],
            options={
                'verbose_name': 'Audit log',
                'verbose_name_plural': 'Audit log',
                'ordering': ['-id'],
                'permissions': [('export_audit', 'export the audit')],
                'default_permissions': ('view',),
                'indexes': [models.Index(fields=['actor', '-id'], name='audit_by_actor'), models.Index(condition=models.Q(('person__isnull', False)), fields=['person', '-id'], name='audit_by_person'), models.Index(condition=models.Q(('game', ''), _negated=True), fields=['game', '-id'], name='audit_by_game'), models.Index(fields=['action', '-id'], name='audit_by_action'), models.Index(condition=models.Q(('about', ''), _negated=True), fields=['about', '-id'], name='audit_by_about'), models.Index(fields=['at'], name='audit_by_time')],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='auditentry',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=accounts.models.append_only.FirmTriggerSql(func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='0efa141c456ba01603edf11474246df730b99317', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_e6c89', table='accounts_auditentry', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='auditentry',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=accounts.models.append_only.FirmTriggerSql(func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';", hash='b597a57a31222d3662dc9191d8be1fe7e46461d1', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_74803', table='accounts_auditentry', when='BEFORE')),
        ),
        # Staff search handles by their beginning; only this kind of index serves LIKE in every collation.
        migrations.RunSQL(
            sql='CREATE INDEX user_handle_prefix ON accounts_user (lower(handle) text_pattern_ops);',
            reverse_sql='DROP INDEX user_handle_prefix;',
        ),
    ]
