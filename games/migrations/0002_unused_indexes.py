from django.db import migrations

# Django makes them for searches by a text's beginning, which nothing does.
LIKES = [
    'games_botaccount_name_7a17f9a1_like',
    'games_cannedanswer_title_6da00f5e_like',
    'games_game_anchor_873f4ef7_like',
    'games_game_invite_token_d251eeed_like',
    'games_game_public_id_d4bec2e8_like',
    'games_maillink_token_hash_583fc6a1_like',
    'games_pushsubscription_endpoint_hash_9465b3f8_like',
    'games_ratingrework_pool_11eef3cc_like',
]


class Migration(migrations.Migration):
    """After the tables' own migration, at whose end Django makes these indexes."""

    dependencies = [
        ('games', '0001_initial'),
    ]

    operations = [
        migrations.RunSQL(sql=f'DROP INDEX IF EXISTS {", ".join(LIKES)}', reverse_sql=migrations.RunSQL.noop),
    ]
