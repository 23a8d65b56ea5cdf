"""Going through a page by the keyboard."""

from playwright.sync_api import Page


def focused(page: Page) -> str:
    """The id of what has the focus."""
    return str(page.evaluate("document.activeElement.id"))


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until the focus is on an id that starts with `wanted`."""
    for _press in range(80):
        page.keyboard.press("Tab")
        if focused(page).startswith(wanted):
            return
    raise AssertionError(f"Tab never comes to {wanted}")
