import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Days of frames every 2 s by the server's own packing, without waiting for a million frames to come through a door. */
export function fillHistory(dataDir: string, deviceId: number, sensors: number, days: number): void {
  const script = fileURLToPath(new URL('../tools/bench-history.mjs', import.meta.url));
  const result = spawnSync(process.execPath, [script, dataDir, String(deviceId), String(sensors), String(days)], {
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(result.stderr);
  console.info(`  ${result.stdout.trim()}`);
}
