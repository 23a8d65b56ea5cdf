"""The steps of README.md's section Deploy."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
PROXIES = ("caddy", "nginx")
_ASSIGNED = re.compile(r"\b([A-Z_]+)=(\S+)")


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the README. `words` is the sentence before the `lines`."""

    words: str
    lines: str

    @property
    def proxy(self) -> str:
        return next((name for name in PROXIES if f"systemctl restart {name}" in self.lines), "")

    @property
    def from_outside(self) -> bool:
        return "apt-get " in self.lines or "pip install" in self.lines

    @property
    def asks(self) -> bool:
        return "make_admin" in self.lines


def steps_of(text: str, proxy: str) -> list[Step]:
    section = re.search(r"^## Deploy\n(.*?)^## ", text, re.DOTALL | re.MULTILINE)
    assert section, "README.md has no section Deploy"
    found = [step for step in _blocks(section[1]) if step.proxy in ("", proxy)]
    assert [step.proxy for step in found].count(proxy) == 1, f"README.md does not say how {proxy} is set up"
    return found


def _blocks(section: str) -> list[Step]:
    found, words = [], ""
    for part in re.split(r"\n\n+", section.strip("\n")):
        if part.startswith("    "):
            lines = [line.removeprefix("    ") for line in part.splitlines()]
            found.append(Step(words, "\n".join(lines)))
        else:
            words = " ".join(part.split())
    return found


def with_values(step: Step, values: dict[str, str]) -> Step:
    """Replace values in the first step; each must be there."""
    names = [name for name, _value in _ASSIGNED.findall(step.lines)]
    assert sorted(names) == sorted(values), f"README.md asks for {names}"
    return Step(step.words, _ASSIGNED.sub(lambda found: f"{found[1]}={values[found[1]]}", step.lines))
