import { existsSync } from 'node:fs';
import { join } from 'node:path';

const name = 'machine_temperature_system_failure.csv';

/** Tells where to get the series. */
export const nabMissing = `Set NAB_DATA to a folder with ${name}, from data/realKnownCause of https://github.com/numenta/NAB (MIT)`;

/**
 * Path of the machine temperature series of the Numenta Anomaly Benchmark in this folder (NAB_DATA by default), null
 * when it is not there. The series is not part of the repository.
 */
export function findNab(folder = process.env.NAB_DATA): string | null {
  const file = folder ? join(folder, name) : null;
  return file !== null && existsSync(file) ? file : null;
}
