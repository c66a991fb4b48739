// A Mosquitto started for the proof on its own port, so that no other messages are in it.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tocsin/e2e/ports';
import mqtt from 'mqtt';
import { pause } from './_pause.ts';

const program = '/usr/sbin/mosquitto';

export async function startMosquitto(
  lines: readonly string[] = [],
  host = '127.0.0.1',
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const there = spawnSync(program, ['-h']);
  if (there.error) throw new Error(`this proof needs Mosquitto: apt-get install mosquitto (${there.error.message})`);
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-mosquitto-'));
  const port = await freePort();
  const config = join(folder, 'mosquitto.conf');
  writeFileSync(
    config,
    [
      `listener ${port} ${host}`,
      'allow_anonymous true',
      'persistence false',
      'max_inflight_messages 2000',
      ...lines,
    ].join('\n'),
  );
  const child = spawn(program, ['-c', config], { stdio: 'ignore' });
  const url = `mqtt://127.0.0.1:${port}`;
  for (let i = 0; ; i++) {
    const client = await mqtt.connectAsync(url, { reconnectPeriod: 0, connectTimeout: 2_000 }).catch(() => null);
    if (client) {
      await client.endAsync();
      break;
    }
    if (i > 50) throw new Error('Mosquitto did not start');
    await pause(100);
  }
  return {
    url,
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
