import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Stores days of frames every 2 s by the server's own packing, without sending a million frames through an adapter. */
export function fillHistory(dataDir: string, deviceId: number, sensors: number, days: number): void {
  const script = fileURLToPath(new URL('../tools/bench-history.ts', import.meta.url));
  const result = spawnSync(process.execPath, [script, dataDir, String(deviceId), String(sensors), String(days)], {
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(result.stderr);
  console.info(`  ${result.stdout.trim()}`);
}
