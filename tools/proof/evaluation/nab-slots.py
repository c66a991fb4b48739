"""Slots computed from a file by another language: reads lines 'ts_ms,value' and the slot's width in ms from argv, prints
one JSON object of slot start -> [count, min, max, mean]."""
import json
import math
import sys

width = int(sys.argv[1])
slots = {}
for line in sys.stdin:
    ts, value = line.split(",")
    slots.setdefault(int(ts) // width * width, []).append(float(value))
print(json.dumps({str(k): [len(v), min(v), max(v), math.fsum(v) / len(v)] for k, v in slots.items()}))
