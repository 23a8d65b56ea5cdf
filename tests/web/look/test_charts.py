"""Charts: positions of lines and bars, and the table with the same figures."""

import re
from xml.etree.ElementTree import Element, fromstring

import pytest
from django.template import Context, Template
from django.utils.translation import override

from games.web.charts import MARKS_MAX, AxisPlace, Chart, Series, bar_chart, line_chart

POINTS = (
    Series("Ada", (3, 8, 15), is_me=True),
    Series("Bo", (0, None, 4)),
)
HANDS = (AxisPlace("1", "Hand 1", "/g/x/replay/?hand=1"), AxisPlace("2", "Hand 2"), AxisPlace("3", "Hand 3"))


def drawn(chart: Chart) -> Element:
    return fromstring(Template("{% load charts %}{% chart chart %}").render(Context({"chart": chart})))


def test_a_line_has_a_point_for_each_value_and_breaks_where_there_is_none() -> None:
    chart = line_chart("Points", HANDS, POINTS)
    ada, bo = chart.lines
    assert ada.paths == ("16.67,80.00 50.00,46.67 83.33,0.00",)
    assert [(mark.x, mark.y) for mark in bo.marks] == [("16.67%", "100%"), ("83.33%", "73.33%")]
    assert bo.paths == ()
    assert [tick.words for tick in chart.ticks] == ["0", "5", "10", "15"]


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ((0, 0), ["0", "1"]),
        ((1, 2), ["0", "1", "2"]),
        ((-3, 2), ["-4", "-2", "0", "2"]),
        ((997, 21), ["0", "500", "1000"]),
    ],
)
def test_the_side_ends_on_round_steps(values: tuple[float, ...], ticks: list[str]) -> None:
    chart = line_chart("Points", ["1", "2"], [Series("Ada", values)])
    assert [tick.words for tick in chart.ticks] == ticks


def test_a_side_that_does_not_begin_at_zero_holds_all_values() -> None:
    chart = line_chart("Rating", ["1", "2"], [Series("Ada", (20.1, 22.3))], decimals=1, from_zero=False)
    assert (chart.ticks[0].words, chart.ticks[-1].words) == ("20.0", "23.0")
    (path,) = chart.lines[0].paths
    assert all(0 <= float(number) <= 100 for number in re.split("[ ,]", path))


def test_places_of_a_group_stand_under_its_word() -> None:
    places = [
        AxisPlace("1", group="A"),
        AxisPlace("2", group="A"),
        AxisPlace("3", group="A"),
        AxisPlace("1", group="B", anchor="b-1"),
    ]
    chart = bar_chart("Loss", places, (1, 2, 3, 4))
    assert [(group.label, group.x, group.edge) for group in chart.groups] == [
        ("A", "37.5%", "0%"),
        ("B", "87.5%", "75%"),
    ]
    assert not any(column.label for column in chart.columns)
    assert [chart.columns[3].anchor, chart.columns[0].anchor] == ["b-1", ""]
    assert line_chart("Points", HANDS, POINTS).groups == ()


def test_bars_stand_on_zero_and_what_is_there_is_seen() -> None:
    chart = bar_chart("Loss", ["a", "b", "c", "d"], (8, 0.01, 0, -2), decimals=1)
    full, least, none, below = (column.bar for column in chart.columns)
    assert none is None
    assert full is not None
    assert least is not None
    assert below is not None
    assert (full.y, full.height, below.y, below.height) == ("13.33%", "53.33%", "66.67%", "13.33%")
    assert float(least.y[:-1]) + float(least.height[:-1]) == pytest.approx(float(below.y[:-1]))


def test_the_table_says_what_the_picture_shows_and_holds_the_links() -> None:
    page = drawn(line_chart("points", HANDS, POINTS, axis="Hand", here=1))
    rows = [["".join(cell.itertext()) for cell in row] for row in page.iter("tr")]
    assert rows == [["Hand", "Ada", "Bo"], ["Hand 1", "3", "0"], ["Hand 2", "8", "–"], ["Hand 3", "15", "4"]]
    assert [link.get("href") for link in page.iterfind(".//table//a")] == ["/g/x/replay/?hand=1"]
    assert [title.text for title in page.iter("title")] == [
        "Hand 1: Ada 3, Bo 0",
        "Hand 2: Ada 8",
        "Hand 3: Ada 15, Bo 4",
    ]
    assert [line.get("x1") for line in page.iterfind(".//line[@class='chart-here']")] == ["50%"]
    assert not page.findall(".//*[@style]")


def test_long_lines_have_few_marks_and_few_labels() -> None:
    count = MARKS_MAX + 1
    chart = line_chart("Cards", [str(at) for at in range(count)], [Series("Ada", [9.0] * count)])
    assert len(chart.lines[0].marks) == 1
    assert 3 <= sum(bool(column.label) for column in chart.columns) <= 5


def test_nothing_to_show_is_said() -> None:
    for chart in (line_chart("points", [], []), bar_chart("loss", ["1"], [None])):
        page = drawn(chart)
        assert "Nothing to show yet." in "".join(page.itertext())
        assert page.find(".//svg") is None


def test_places_in_the_picture_are_written_the_same_in_every_language_and_names_are_escaped() -> None:
    with override("de"):
        page = Template("{% load charts %}{% chart chart %}").render(
            Context({"chart": line_chart("Rating", ["1", "2"], [Series("<b>", (1.5, 2.25))], decimals=2)})
        )
    assert "1,50" in page
    assert "<b>:" not in page
    assert 'points="25.00,' in page


@pytest.mark.parametrize("wrong", [Series("Ada", (1,)), Series("Ada", (1, 2, 3))])
def test_a_series_that_does_not_fit_is_refused(wrong: Series) -> None:
    with pytest.raises(ValueError, match="each place"):
        line_chart("Points", ["1", "2"], [wrong])
    with pytest.raises(ValueError, match="no such place"):
        line_chart("Points", ["1", "2"], POINTS[:0], here=2)
