"""Tells who paid for a request, by the token that a gateway of Turnpike signs for it. Python's standard library alone."""

import base64
import hashlib
import hmac
import json
import time


def buyer_of(method, path, token, keys):
    """The claims of the token for this request; None when no key of ours has signed it, or it is for another or too old."""
    signed, _, mac = (token or "").rpartition(".")
    good = False
    for key in keys:
        own = hmac.new(key.encode(), signed.encode(), hashlib.sha256).digest()
        good |= hmac.compare_digest(base64.urlsafe_b64encode(own).rstrip(b"="), mac.encode())
    if not good:
        return None
    claims = signed.split(".")[1]
    buyer = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    is_of_this = (buyer["method"], buyer["path"]) == (method, path) and buyer["exp"] > time.time()
    return buyer if is_of_this else None


def only_paid(app, keys, free=()):
    """A WSGI app that answers paid requests alone, and anybody at the paths in `free`. The app finds the claims in `turnpike.buyer`."""

    def guarded(environ, start_response):
        buyer = buyer_of(environ["REQUEST_METHOD"], environ["REQUEST_URI"], environ.get("HTTP_TURNPIKE_BUYER"), keys)
        is_paid = buyer is not None and buyer["kind"] in ("payment", "sign-in")
        if not is_paid and environ["PATH_INFO"] not in free:
            start_response("401 Unauthorized", [("Content-Type", "application/json")])
            return [b'{"detail": "This is sold elsewhere."}']
        return app({**environ, "turnpike.buyer": buyer}, start_response)

    return guarded
