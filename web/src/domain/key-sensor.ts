import type { DeviceStore, Reading } from '../live/device-store.ts';
import { isDisabled } from './sensor-status.ts';

/** Path of a WDC4's speed in percent of its calibrated speed. */
const speedPath = '1.1001';
/** Another sensor becomes the warmest only above this difference in degrees, so that the tile does not alternate. */
const byDegrees = 2;

const hasNumber = (reading: Reading | undefined): reading is Reading & { readonly value: number } =>
  reading !== undefined && reading.type === 'NUMERIC' && reading.value !== null && !isDisabled(reading);

const isTemperature = ({ unit }: Reading): boolean => unit === 'C' || unit === 'F';

/** The path of the warmest sensor; the previous one unless another is clearly warmer. */
const warmest = (readings: readonly Reading[], before: Reading | undefined): string | null => {
  let best: (Reading & { readonly value: number }) | null = null;
  for (const reading of readings)
    if (hasNumber(reading) && isTemperature(reading) && (best === null || reading.value > best.value)) best = reading;
  if (best === null) return null;
  const keepsBefore = hasNumber(before) && isTemperature(before) && before.value + byDegrees > best.value;
  return keepsBefore ? before.path : best.path;
};

/**
 * Path of the sensor whose value represents a normal device: the chosen one, else its speed, else its highest
 * temperature, else its first number, of those that are not left out; null if it has no number. `before` is the
 * previous result.
 */
export const keySensorOf = (
  store: DeviceStore,
  chosen: string | null,
  before: string | null,
  isLeftOut: (path: string) => boolean = () => false,
): string | null => {
  if (chosen !== null && store.reading(chosen) !== undefined && !isLeftOut(chosen)) return chosen;
  if (hasNumber(store.reading(speedPath)) && !isLeftOut(speedPath)) return speedPath;
  const readings = [...store.all().values()].filter(({ path }) => !isLeftOut(path));
  return (
    warmest(readings, before === null || isLeftOut(before) ? undefined : store.reading(before)) ??
    readings.find(hasNumber)?.path ??
    null
  );
};
