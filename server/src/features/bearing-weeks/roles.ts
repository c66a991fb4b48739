/** A sensor as far as its part in the machine is told by its name and unit. */
export interface NamedSensor {
  readonly path: string;
  readonly name: string;
  readonly unit: string;
  readonly isNumeric: boolean;
}

const temperatures: ReadonlySet<string> = new Set(['C', 'F']);

const isTemperature = ({ isNumeric, unit }: NamedSensor): boolean => isNumeric && temperatures.has(unit);
const has = (word: string) => (sensor: NamedSensor) => sensor.name.toLowerCase().includes(word);

/** The sensors that measure a bearing, by their names. */
export const bearingsOf = (sensors: readonly NamedSensor[]): NamedSensor[] =>
  sensors.filter(isTemperature).filter(has('bearing'));

/** The sensors that measure the air around the machine, by their names. */
export const ambientOf = (sensors: readonly NamedSensor[]): NamedSensor[] =>
  sensors.filter(isTemperature).filter(has('ambient'));

const sides: readonly (readonly [string, string])[] = [
  ['left', 'right'],
  ['east', 'west'],
  ['north', 'south'],
  ['inboard', 'outboard'],
  ['drive end', 'free end'],
];

/** The bearing with the same name but for its side. */
export function sisterOf(bearing: NamedSensor, bearings: readonly NamedSensor[]): NamedSensor | undefined {
  const name = bearing.name.toLowerCase();
  for (const [one, other] of sides.flatMap(([a, b]) => [[a, b] as const, [b, a] as const])) {
    if (!name.includes(one)) continue;
    const sister = name.replaceAll(one, other);
    const found = bearings.find((each) => each.path !== bearing.path && each.name.toLowerCase() === sister);
    if (found) return found;
  }
  return undefined;
}
