// A Mosquitto of the proof's own, on a port of its own, so that nobody else's messages are in it.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt from 'mqtt';

const program = '/usr/sbin/mosquitto';

export async function startMosquitto(lines = []) {
  const there = spawnSync(program, ['-h']);
  if (there.error) throw new Error(`this proof needs Mosquitto: apt-get install mosquitto (${there.error.message})`);
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-mosquitto-'));
  const port = await freePort();
  const config = join(folder, 'mosquitto.conf');
  writeFileSync(
    config,
    [
      `listener ${port} 127.0.0.1`,
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
    await new Promise((done) => setTimeout(done, 100));
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

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
