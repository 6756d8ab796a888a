"""What every check of a client needs: where the server is, and a line for each check that holds."""

import os
import traceback

BASE_URL = os.environ["TOOLWRIGHT_URL"]
TOKEN = os.environ["TOOLWRIGHT_TOKEN"]
MODEL = "script:clients"
failed = []

PARAMETERS = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}
CHAT_TOOL = {"type": "function", "function": {"name": "weather", "description": "Tells the weather.", "parameters": PARAMETERS}}
TOOL = {"type": "function", "name": "weather", "description": "Tells the weather.", "parameters": PARAMETERS, "strict": True}
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": False}


def check(name):
    """Runs the function at once, and says whether it holds."""

    def run(function):
        try:
            function()
            print(f"ok      {name}", flush=True)
        except Exception:
            failed.append(name)
            print(f"FAILED  {name}\n{traceback.format_exc()}", flush=True)
        return function

    return run


def same(got, expected):
    if got != expected:
        raise AssertionError(f"got {got!r}, expected {expected!r}")


def end():
    raise SystemExit(1 if failed else 0)
