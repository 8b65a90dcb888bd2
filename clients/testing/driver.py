# Calls the client as its test says, one JSON line for each call: {"call", "args", "key"}; each answer is a line.
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
sys.dont_write_bytecode = True
import tillgate  # noqa: E402


def snake_case(name):
    return re.sub("[A-Z]", lambda letter: "_" + letter.group().lower(), name)


options = json.loads(sys.argv[1])
client = tillgate.Tillgate(**{snake_case(name): value for name, value in options.items()})

for line in sys.stdin:
    asked = json.loads(line)
    key = {"idempotency_key": asked["key"]} if "key" in asked else {}
    name, args = snake_case(asked["call"]), asked["args"]
    if name == "verify_webhook":
        args[2] = args[2].encode()
    function = getattr(tillgate, name, None) or getattr(client, name)
    try:
        said = {"answer": function(*args, **key)}
    except tillgate.TillgateError as error:
        said = {
            "error": {
                "status": error.status,
                "code": error.code,
                "parameterErrors": error.parameter_errors,
                "mayBeDone": error.may_be_done,
                "idempotencyKey": error.idempotency_key,
                "message": str(error),
                "answer": error.answer,
            }
        }
    except Exception as error:
        said = {"wrong": str(error)}
    print(json.dumps(said), flush=True)
