"""A small service with twelve operations, as it might have run for years: plain WSGI, no payments, no dependency.

    python3 service.py [port]

It describes itself at /openapi.json. Sell it with a gateway: see README.md. With TURNPIKE_KEYS in its environment it answers who has
paid there, and nobody else.
"""

import json
import os
import re
import sys
from urllib.parse import parse_qs, unquote
from wsgiref.simple_server import WSGIRequestHandler, make_server

from paid_requests import only_paid

HARBOURS = {
    "lisbon": {"name": "Lisbon", "country": "PT", "depth_m": 15, "berths": 24},
    "porto": {"name": "Porto", "country": "PT", "depth_m": 11, "berths": 9},
    "vigo": {"name": "Vigo", "country": "ES", "depth_m": 18, "berths": 17},
}
SHIPS = {"aurora": {"name": "Aurora", "harbour": "lisbon"}, "boreas": {"name": "Boreas", "harbour": "vigo"}}


class Refused(Exception):
    def __init__(self, status, detail):
        super().__init__(detail)
        self.status = status


def find(table, key):
    if key not in table:
        raise Refused("404 Not Found", f"There is no {key}.")
    return table[key]


def list_harbours(query):
    country = query.get("country")
    return [dict(id=key, **one) for key, one in HARBOURS.items() if country in (None, one["country"])]


def add_ship(query, body):
    name = body.get("name")
    if not isinstance(name, str) or not name:
        raise Refused("422 Unprocessable Entity", "A ship has a name.")
    SHIPS[name.lower()] = {"name": name, "harbour": body.get("harbour", "lisbon")}
    return {"id": name.lower()}


def move_ship(query, body, ship):
    find(SHIPS, ship)["harbour"] = body.get("harbour", "lisbon")
    return SHIPS[ship]


def remove_ship(query, ship):
    find(SHIPS, ship)
    del SHIPS[ship]
    return {"removed": ship}


def tides(query, harbour):
    depth = find(HARBOURS, harbour)["depth_m"]
    return [{"hour": hour, "height_m": round(depth / 10 * (1 + hour % 6 / 6), 2)} for hour in range(int(query.get("hours", "6")))]


def quote(query, body):
    nights = body.get("nights", 1)
    return {"dollars": round(40.0 * nights, 2), "nights": nights}


TEXT = {"type": "string"}
NUMBER = {"type": "number"}
WHOLE = {"type": "integer"}


def thing(**properties):
    return {"type": "object", "properties": properties}


HARBOUR = thing(id=TEXT, name=TEXT, country=TEXT, depth_m=NUMBER, berths=WHOLE)
SHIP = thing(name=TEXT, harbour=TEXT)
STAY = thing(ship=TEXT, nights=WHOLE)

# method, path, what it does, query parameters, body, answer, how
OPERATIONS = [
    ("GET", "/health", "Says that it works", {}, None, thing(ok={"type": "boolean"}), lambda query: {"ok": True}),
    ("GET", "/harbours", "Lists harbours", {"country": TEXT}, None, {"type": "array", "items": HARBOUR}, list_harbours),
    ("GET", "/harbours/{harbour}", "One harbour", {}, None, HARBOUR, lambda query, harbour: find(HARBOURS, harbour)),
    ("GET", "/harbours/{harbour}/tides", "Tides of the next hours", {"hours": WHOLE}, None, {"type": "array", "items": thing(hour=WHOLE, height_m=NUMBER)}, tides),
    ("GET", "/harbours/{harbour}/berths", "Free berths", {}, None, thing(free=WHOLE), lambda query, harbour: {"free": find(HARBOURS, harbour)["berths"] // 2}),
    ("GET", "/harbours/{harbour}/weather", "Wind and waves", {}, None, thing(wind_knots=NUMBER, waves_m=NUMBER), lambda query, harbour: {"wind_knots": 12, "waves_m": find(HARBOURS, harbour)["depth_m"] / 20}),
    ("GET", "/ships", "Lists ships", {}, None, {"type": "array", "items": SHIP}, lambda query: list(SHIPS.values())),
    ("POST", "/ships", "Adds a ship", {}, {**SHIP, "required": ["name"]}, thing(id=TEXT), add_ship),
    ("GET", "/ships/{ship}", "One ship", {}, None, SHIP, lambda query, ship: find(SHIPS, ship)),
    ("PUT", "/ships/{ship}/harbour", "Moves a ship", {}, thing(harbour=TEXT), SHIP, move_ship),
    ("DELETE", "/ships/{ship}", "Removes a ship", {}, None, thing(removed=TEXT), remove_ship),
    ("POST", "/quotes", "What a stay costs", {}, STAY, thing(dollars=NUMBER, nights=WHOLE), quote),
]


def describe():
    paths = {}
    for method, path, summary, query, body, answer, _ in OPERATIONS:
        named = [{"name": name, "in": "path", "required": True, "schema": TEXT} for name in re.findall(r"{(\w+)}", path)]
        asked = [{"name": name, "in": "query", "schema": schema} for name, schema in query.items()]
        operation = {
            "summary": summary,
            "parameters": named + asked,
            "responses": {"200": {"description": "Done", "content": {"application/json": {"schema": answer}}}},
        }
        if body:
            operation["requestBody"] = {"content": {"application/json": {"schema": body}}}
        paths.setdefault(path, {})[method.lower()] = operation
    return {"openapi": "3.1.0", "info": {"title": "Harbours", "version": "1"}, "paths": paths}


def answer(environ):
    path = unquote(environ["PATH_INFO"])
    if path == "/openapi.json":
        return describe()
    query = {name: values[-1] for name, values in parse_qs(environ.get("QUERY_STRING", "")).items()}
    for method, template, _, _, body, _, run in OPERATIONS:
        match = re.fullmatch(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", template), path)
        if not match or method != environ["REQUEST_METHOD"]:
            continue
        if body is None:
            return run(query, **match.groupdict())
        sent = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        try:
            return run(query, json.loads(sent or b"{}"), **match.groupdict())
        except json.JSONDecodeError:
            raise Refused("400 Bad Request", "The body is no JSON.") from None
    raise Refused("404 Not Found", "There is nothing here.")


def app(environ, start_response):
    status = "200 OK"
    try:
        content = answer(environ)
    except Refused as refused:
        status, content = refused.status, {"detail": str(refused)}
    body = json.dumps(content).encode()
    start_response(status, [("Content-Type", "application/json"), ("Content-Length", str(len(body)))])
    return [body]


class Quiet(WSGIRequestHandler):
    def log_message(self, *args):
        pass

    def get_environ(self):
        # As servers for production do by themselves: the path that was signed is the one that was sent.
        return {**super().get_environ(), "REQUEST_URI": self.path}


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    keys = os.environ.get("TURNPIKE_KEYS", "").split()
    served = only_paid(app, keys, free=("/health", "/openapi.json")) if keys else app
    with make_server("127.0.0.1", port, served, handler_class=Quiet) as server:
        print(f"http://127.0.0.1:{server.server_port}", flush=True)
        server.serve_forever()
