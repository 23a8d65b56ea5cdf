import django.contrib.postgres.fields
from django.db import migrations, models
from django.db.models import Q


def plan_sets(apps, schema_editor):
    """A turn planned for one set on the table becomes a planned set, if that set is still there. Its rule picks up the
    chosen card.
    """
    rows = apps.get_model('games', 'StandingOrders').objects.filter(armed_hand__isnull=False)
    hands = apps.get_model('games', 'Hand').objects
    for row in rows.select_related('seat').iterator():
        hand = hands.filter(game=row.seat.game_id, number=row.armed_hand, ended_at__isnull=True).first()
        if hand is not None and hand.state['table'] == row.armed_table:
            cards, _arrow, pickup = row.armed_turn.partition('<')
            row.sets_hand, row.sets = row.armed_hand, [f'{cards}<{pickup_rule(row.armed_table, pickup)}']
            row.save(update_fields=['sets_hand', 'sets'])


def pickup_rule(table, card):
    """The colour of the card where the table shares a number, else its number."""
    if len(table) == 2 or not card:
        return 'bot'
    if card == 'X0':
        return 'low'
    return card[0] if len(set(table[1::2])) == 1 else card[1]


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_shared_hands'),
    ]

    operations = [
        migrations.AddField(
            model_name='standingorders',
            name='sets_hand',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='standingorders',
            name='sets',
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=40), blank=True, default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name='standingorders',
            name='else_pass',
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(plan_sets, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name='standingorders', name='orders_armed_is_whole'),
        migrations.RemoveField(model_name='standingorders', name='armed_hand'),
        migrations.RemoveField(model_name='standingorders', name='armed_table'),
        migrations.RemoveField(model_name='standingorders', name='armed_turn'),
        migrations.AddConstraint(
            model_name='standingorders',
            constraint=models.CheckConstraint(
                condition=Q(('else_pass', False), ('sets', []), ('sets_hand__isnull', True))
                | Q(('sets_hand__isnull', False), Q(('sets', []), _negated=True)),
                name='orders_sets_name_their_hand',
            ),
        ),
    ]
