"""The landing page's turn, by a form whose answer is in the address, and the tags that show it there."""

from django import template
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.site.public_pages import public_page
from games.learning.first_turn import FirstTurn, first_turn, first_turn_tried
from games.learning.form import posted_answer
from games.learning.views.learn import part, wants_part
from games.table.views.script_words import script_words

register = template.Library()


@register.simple_tag
def turn_to_try() -> FirstTurn:
    return first_turn()


@register.simple_tag
def turn_script_words() -> dict[str, str]:
    return script_words()


@require_safe
@public_page
@vary_on_headers("X-Requested-With")
def try_turn(request: HttpRequest) -> HttpResponse:
    answer = posted_answer(request.GET)
    context = {"tried": first_turn_tried(answer), "choice": answer}
    if wants_part(request):
        return part(request, "games/learning/first_turn.html", context)
    return render(request, "games/learning/first_turn_page.html", context)
