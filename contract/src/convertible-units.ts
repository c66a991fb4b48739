/** y = k * x + c */
export interface Linear {
  readonly k: number;
  readonly c: number;
}

/** Units that measure the same thing, each with the factor and offset to the first of its list. */
const families: readonly (readonly (readonly [names: string, k: number, c: number])[])[] = [
  [
    ['C °C degC', 1, 0],
    ['F °F degF', 1 / 1.8, -32 / 1.8],
    ['K', 1, -273.15],
  ],
  [
    ['bar', 1, 0],
    ['psi', 0.0689475729, 0],
    ['kPa', 0.01, 0],
  ],
  [['rpm 1/min', 1, 0]],
  [
    ['m/s', 1, 0],
    ['ft/min fpm', 0.00508, 0],
  ],
  [
    ['mm', 1, 0],
    ['in', 25.4, 0],
  ],
];

interface Known extends Linear {
  readonly family: number;
}
const known: ReadonlyMap<string, Known> = new Map(
  families.flatMap((units, family) =>
    units.flatMap(([names, k, c]) => names.split(' ').map((name) => [name, { family, k, c }] as const)),
  ),
);
const same: Linear = { k: 1, c: 0 };

/** How a value of one unit is written in another; null when the units do not measure the same thing. */
export function toUnit(from: string, to: string): Linear | null {
  if (from === to) return same;
  const [own, target] = [known.get(from), known.get(to)];
  if (!own || !target || own.family !== target.family) return null;
  if (own.k === target.k && own.c === target.c) return same;
  return { k: own.k / target.k, c: (own.c - target.c) / target.k };
}
