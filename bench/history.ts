import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Stores days of frames every 2 s by the server's own packing, without sending a million frames through an adapter. */
export function fillHistory(
  dataDir: string,
  deviceId: number,
  sensors: number,
  days: number,
  /** The folder of the version whose server has the data. */
  version = join(import.meta.dirname, '..'),
): void {
  const script = ['ts', 'mjs'].map((kind) => join(version, `tools/bench-history.${kind}`)).find(existsSync);
  if (script === undefined) throw new Error(`${version} has no tools/bench-history`);
  const result = spawnSync(process.execPath, [script, dataDir, String(deviceId), String(sensors), String(days)], {
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(result.stderr);
  console.info(`  ${result.stdout.trim()}`);
}
