from games.simulation.screenshots.readme_picture import page_stamp, picture_stamp


def test_the_picture_in_the_readme_is_as_new_as_the_words_and_colours_of_the_table() -> None:
    """After a change: `manage.py screenshots --readme --out FOLDER`, and look at `.github/table.png`."""
    assert picture_stamp() == page_stamp()
