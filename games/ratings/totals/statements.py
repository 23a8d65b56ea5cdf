"""The statements that count finished games. The same ones add a game and count all games again.

Each begins with the results of settled games by player, an account with those merged into it, and inserts rows in the
order of their keys. Parameters: `games` to count, `people` to write rows of, and `second`, an account that is being
merged into `first`.
"""

from typing import Final

# `place`: the points of the player's best seat; resigned seats share the last place.
_RESULTS: Final = """
WITH seats AS (
    SELECT seat.*, account.is_outside_bot,
        CASE WHEN account.id = %(second)s THEN %(first)s ELSE COALESCE(account.merged_into_id, account.id) END AS person
    FROM games_seat seat JOIN accounts_user account ON account.id = seat.user_id
    WHERE seat.game_id = ANY (%(games)s)
), results AS (
    SELECT person, game_id, game.ended_at, game.visibility = 'public' AS is_public, game.seats_count,
        bool_or(bool_or(kind = 'bot' OR is_outside_bot)) OVER (PARTITION BY game_id) AS with_bots,
        bool_or(is_winner) AS won, min(CASE WHEN resigned_at IS NULL THEN points ELSE 65536 END) AS place
    FROM seats JOIN games_game game ON game.id = game_id
    WHERE game.status = 'finished' AND game.settled_at IS NOT NULL
    GROUP BY person, game_id, game.id
)
"""
TALLIES: Final = f"""
{_RESULTS}
INSERT INTO games_playertally AS kept (user_id, pool, seats, played, won)
SELECT person, CASE WHEN with_bots THEN 'bots' ELSE 'people' END AS pool, seats_count, count(*),
    count(*) FILTER (WHERE won)
FROM results JOIN accounts_user account ON account.id = person AND account.erased_at IS NULL
WHERE person = ANY (%(people)s) GROUP BY person, pool, seats_count ORDER BY person, pool, seats_count
ON CONFLICT (user_id, pool, seats) DO UPDATE SET played = kept.played + excluded.played, won = kept.won + excluded.won
"""  # noqa: S608 # nothing but the text above
PAIRS: Final = f"""
{_RESULTS}
INSERT INTO games_headtohead AS kept (user_id, other_id, games, ahead, behind, level,
    public_games, public_ahead, public_behind, public_level)
SELECT mine.person, theirs.person, count(*), count(*) FILTER (WHERE mine.place < theirs.place),
    count(*) FILTER (WHERE mine.place > theirs.place), count(*) FILTER (WHERE mine.place = theirs.place),
    count(*) FILTER (WHERE mine.is_public), count(*) FILTER (WHERE mine.is_public AND mine.place < theirs.place),
    count(*) FILTER (WHERE mine.is_public AND mine.place > theirs.place),
    count(*) FILTER (WHERE mine.is_public AND mine.place = theirs.place)
FROM results mine JOIN results theirs ON theirs.game_id = mine.game_id AND theirs.person <> mine.person
JOIN accounts_user me ON me.id = mine.person AND me.erased_at IS NULL AND NOT me.is_bot
JOIN accounts_user other ON other.id = theirs.person AND other.erased_at IS NULL
WHERE mine.person = ANY (%(people)s) OR theirs.person = ANY (%(people)s)
GROUP BY mine.person, theirs.person ORDER BY mine.person, theirs.person
ON CONFLICT (user_id, other_id) DO UPDATE SET games = kept.games + excluded.games, ahead = kept.ahead + excluded.ahead,
    behind = kept.behind + excluded.behind, level = kept.level + excluded.level,
    public_games = kept.public_games + excluded.public_games, public_ahead = kept.public_ahead + excluded.public_ahead,
    public_behind = kept.public_behind + excluded.public_behind,
    public_level = kept.public_level + excluded.public_level
"""  # noqa: S608 # nothing but the text above
# An island is a loss with the victories that follow it; the first one has no loss.
TOTALS: Final = f"""{_RESULTS}, ordered AS (
    SELECT *, count(*) FILTER (WHERE NOT won) OVER (PARTITION BY person ORDER BY ended_at, game_id) AS losses
    FROM results WHERE person = ANY (%(people)s)
), islands AS (
    SELECT person, losses, count(*) FILTER (WHERE won) AS run
    FROM ordered GROUP BY person, losses
), streaks AS (
    SELECT person, max(run) AS wins_most, max(losses) - COALESCE(max(losses) FILTER (WHERE run > 0), 0) AS losses_now
    FROM islands GROUP BY person
), newest AS (
    SELECT DISTINCT ON (person) person, ended_at, game_id, losses FROM ordered
    ORDER BY person, ended_at DESC, game_id DESC
), figures AS (
    SELECT person, count(*) AS games, sum(hands) AS hands, sum(hands_out) AS hands_out, sum(rounds) AS rounds,
        sum(rounds_won) AS rounds_won, sum(plays) AS plays, sum(passes) AS passes,
        sum(figure.timeouts) AS timeouts, sum(cards_played) AS cards_played,
        max(highest_value) AS highest_value, max(largest_set) AS largest_set
    FROM seats JOIN games_seatfigures figure ON seat_id = seats.id
    WHERE (person, game_id) IN (SELECT person, game_id FROM ordered) GROUP BY person
)
INSERT INTO games_playertotals AS kept (user_id, games, hands, hands_out, rounds, rounds_won, plays, passes, timeouts,
    cards_played, highest_value, largest_set, wins_now, wins_most, losses_now, last_at, last_game)
SELECT person, COALESCE(games, 0), COALESCE(hands, 0), COALESCE(hands_out, 0), COALESCE(rounds, 0),
    COALESCE(rounds_won, 0), COALESCE(plays, 0), COALESCE(passes, 0), COALESCE(timeouts, 0), COALESCE(cards_played, 0),
    COALESCE(highest_value, 0), COALESCE(largest_set, 0), run, wins_most, losses_now, newest.ended_at, newest.game_id
FROM streaks JOIN newest USING (person) JOIN islands USING (person, losses) LEFT JOIN figures USING (person)
JOIN accounts_user account ON account.id = person AND account.erased_at IS NULL ORDER BY person
ON CONFLICT (user_id) DO UPDATE SET games = kept.games + excluded.games, hands = kept.hands + excluded.hands,
    hands_out = kept.hands_out + excluded.hands_out, rounds = kept.rounds + excluded.rounds,
    rounds_won = kept.rounds_won + excluded.rounds_won, plays = kept.plays + excluded.plays,
    passes = kept.passes + excluded.passes, timeouts = kept.timeouts + excluded.timeouts,
    cards_played = kept.cards_played + excluded.cards_played,
    highest_value = greatest(kept.highest_value, excluded.highest_value),
    largest_set = greatest(kept.largest_set, excluded.largest_set),
    wins_now = CASE WHEN excluded.wins_now > 0 THEN kept.wins_now + 1 ELSE 0 END,
    wins_most = greatest(kept.wins_most, CASE WHEN excluded.wins_now > 0 THEN kept.wins_now + 1 ELSE 0 END),
    losses_now = CASE WHEN excluded.wins_now > 0 THEN 0 ELSE kept.losses_now + 1 END,
    last_at = excluded.last_at, last_game = excluded.last_game
"""  # noqa: S608 # nothing but the text above
