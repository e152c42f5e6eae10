"""The schemas that check-jsonschema includes."""

import functools
import importlib.resources
import json

from jsonschema.validators import validator_for


@functools.cache
def validator(name):
    schema = json.loads((importlib.resources.files("check_jsonschema.builtin_schemas.vendor") / f"{name}.json").read_text())
    return validator_for(schema)(schema)


def breaches(name, document):
    """Where a document does not match."""
    return [f"{error.json_path} {deepest(error).message[:200]}" for error in validator(name).iter_errors(document)]


def deepest(error):
    """Of several alternatives, the one that the document is closest to."""
    while error.context:
        error = max(error.context, key=lambda part: len(part.path))
    return error
