"""The rules, with examples to try."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.learning.form import posted_answer
from games.learning.judging import judge
from games.learning.positions import EXAMPLES
from games.learning.questions import NOTHING, Lay
from games.learning.views.learn import part, value_words, wants_part


@require_safe
@vary_on_headers("X-Requested-With")
def rules(request: HttpRequest) -> HttpResponse:
    """`try` names an example; the answer is in the address too, as trying changes nothing."""
    asked = request.GET.get("try", "")
    tries = {example.slug: _tried(request, example, asked=asked == example.slug) for example in EXAMPLES}
    if asked in tries and wants_part(request):
        return part(request, "games/learning/try.html", {"it": tries[asked]})
    return render(request, "games/learning/rules.html", {"tries": tries, "words": value_words()})


def _tried(request: HttpRequest, example: Lay, *, asked: bool) -> dict[str, object]:
    answer = posted_answer(request.GET) if asked else NOTHING
    verdict = judge(example, answer) if asked else None
    return {"question": example, "answer": answer, "verdict": verdict}
