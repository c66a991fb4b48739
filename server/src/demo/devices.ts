import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Log } from '../platform/log.ts';

export interface DemoDevicesOptions {
  readonly mqttUrl: string;
  readonly httpUrl: string;
  readonly addresses: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly log: Log;
}

/**
 * Runs the demo's devices in a process of their own, so that generating their history does not slow the pipeline. The
 * process ends with its stdin, hence also when this process is killed.
 */
export function startDemoDevices(options: DemoDevicesOptions): () => Promise<void> {
  const { mqttUrl, httpUrl, addresses, log } = options;
  const program = createRequire(import.meta.url).resolve('@tocsin/simulator/demo-process');
  // A young generation of 2 MB: the demo is tried on small machines, and hardly needs the time that it costs.
  const child = spawn(process.execPath, ['--max-semi-space-size=2', program], { stdio: ['pipe', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let isStopping = false;
  child.once('error', (error) => log.error('could not start the demo devices', { error }));
  child.once('exit', (code) => {
    if (!isStopping) log.error('the demo devices ended', { code });
  });
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => log.warn('demo devices', { text: text.trim() }));
  child.stdin.on('error', () => undefined);
  const stateFile = join(options.dataDir, 'demo-devices.json');
  child.stdin.write(`${JSON.stringify({ mqttUrl, httpUrl, addresses, stateFile })}\n`);
  return async () => {
    isStopping = true;
    child.stdin.end();
    await ended;
  };
}
