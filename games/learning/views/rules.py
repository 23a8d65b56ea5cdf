"""The rules, with examples to try."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.site.public_pages import public_page
from games.learning.answers import judge
from games.learning.form import posted_answer
from games.learning.positions import EXAMPLES
from games.learning.questions import NOTHING, Answer, Question
from games.learning.views.learn import part, value_words, wants_part
from games.web.cached.fragments import cached

_EXAMPLES: Final = {example.slug: example for example in EXAMPLES}


@require_safe
@public_page
@vary_on_headers("X-Requested-With")
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules. `try` names an example; the answer is in the address too, because trying changes nothing."""
    asked = _EXAMPLES.get(request.GET.get("try", ""))
    if asked is None:
        return render(request, "games/learning/rules.html", {"body": _untried()})
    tried = {asked.slug: _tried(asked, posted_answer(request.GET))}
    if wants_part(request):
        return part(request, "games/learning/try.html", {"it": tried[asked.slug]})
    return render(request, "games/learning/rules.html", {"body": _body(tried)})


@cached(get_language)
def _untried() -> SafeString:
    return _body({})


def _body(tried: dict[str, dict[str, object]]) -> SafeString:
    untried = {slug: _try(example) for slug, example in _EXAMPLES.items()}
    return SafeString(
        get_template("games/learning/rules_body.html").render({"tries": untried | tried, "words": value_words()})
    )


def _tried(example: Question, answer: Answer) -> dict[str, object]:
    return {**_try(example, answer), "verdict": judge(example, answer)}


def _try(example: Question, answer: Answer = NOTHING) -> dict[str, object]:
    return {"question": example, "answer": answer, "verdict": None}
