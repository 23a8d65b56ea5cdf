"""Keyboard navigation."""

from playwright.sync_api import Page


def focused(page: Page) -> str:
    """The focused element's id."""
    return str(page.evaluate("document.activeElement.id"))


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until the focused id starts with `wanted`."""
    for _press in range(80):
        page.keyboard.press("Tab")
        if focused(page).startswith(wanted):
            return
    raise AssertionError(f"Tab never comes to {wanted}")
