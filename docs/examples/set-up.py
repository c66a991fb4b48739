"""Adds a site with a device that sends JSON, once, however often this runs within a day.

Needs Python's standard library, and in the environment TOCSIN_URL, TOCSIN_CLIENT (an id) and TOCSIN_KEY: of a service
account with the scopes plant and read.
"""
import json
import os
import time
import urllib.error
import urllib.request

url, client, key = (os.environ[f"TOCSIN_{name}"] for name in ("URL", "CLIENT", "KEY"))


def post(once, path, body):
    """Makes a POST once by its Idempotency-Key, and again what did not arrive or has to wait."""
    headers = {
        "Authorization": f"Bearer {key}",
        "Content-Type": "application/json",
        "X-Tocsin-Selection": f"{client},,",
        "Idempotency-Key": once,
    }
    for wait in (1, 2, 4, 8, None):
        request = urllib.request.Request(f"{url}/api/v1/{path}", json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            wait = refused.headers.get("Retry-After", None) and wait
            if wait is None:
                raise SystemExit(f"{path}: {refused.code} {refused.read().decode()}")
        except urllib.error.URLError:
            if wait is None:
                raise
        time.sleep(wait)


site = post("example-py-site", "locations/", {"title": "Example by Python", "address": "1 Main Street", "timezone": "America/Chicago"})
device = post("example-py-device", "devices/open/", {"location": site["id"], "title": "Leg 1", "device_type": "JSON"})
print("device", device["udf_id"])
