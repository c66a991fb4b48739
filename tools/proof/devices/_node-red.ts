// Node-RED from npm, installed into a temporary folder, with a flow of its own nodes: inject every second, mqtt out into
// a device with the shipped map.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Api } from '@tocsin/e2e/api';
import type { TocsinServer } from '@tocsin/e2e/server';
import { compare, sensorsOf, until, watchDevice } from '../support/_watch.ts';

const version = '4';
const payload = { temperature: 61.4, vibration: 2.1 };

/** Whether a flow's values are in the live document; true, and said so, where npm cannot be reached. */
export async function checkNodeRed(server: TocsinServer, api: Api, location: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-node-red-'));
  try {
    const install = ['i', '--no-audit', '--no-fund', '--prefix', folder, `node-red@${version}`];
    const failure = await promisify(execFile)('npm', install, { timeout: 300_000 }).then(
      () => null,
      (error: Error) => error.message.split('\n')[0],
    );
    if (failure !== null) {
      console.log(`NOT CHECKED: Node-RED cannot be installed from npm (${failure})`);
      return true;
    }
    return await runFlow(folder, server, api, location);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Made {
  readonly id: number;
  readonly serial_number: string;
  readonly code: string;
  readonly udf_id: string;
}

async function runFlow(folder: string, server: TocsinServer, api: Api, location: number): Promise<boolean> {
  const { results } = await api.get<{ results: { id: number; name: string }[] }>('payload-maps/?limit=100');
  const map = results.find(({ name }) => name.startsWith('Node-RED'));
  const type = { code: 'NODERED', label: 'Node-RED flow', enters: 'push', claim: 'open', payload_map: map?.id };
  await api.post('device-types/', type);
  const device = await api.post<Made>('devices/open/', { location, title: 'By Node-RED', device_type: type.code });
  const broker = {
    id: 'broker',
    type: 'mqtt-broker',
    broker: '127.0.0.1',
    port: String(server.mqttPort),
    clientid: '',
  };
  const inject = { id: 'every', type: 'inject', z: 'tab', repeat: '1', once: true, topic: '', wires: [['out']] };
  const out = { id: 'out', type: 'mqtt out', z: 'tab', topic: `node-red/${device.udf_id}`, qos: '1', broker: 'broker' };
  const props = [{ p: 'payload', v: JSON.stringify(payload), vt: 'json' }];
  const flow = [
    { id: 'tab', type: 'tab', label: 'Proof' },
    { ...broker, protocolVersion: '4', keepalive: '60', cleansession: true, autoConnect: true },
    { ...inject, props, payload: JSON.stringify(payload), payloadType: 'json' },
    { ...out, wires: [] },
  ];
  writeFileSync(join(folder, 'flows.json'), JSON.stringify(flow));
  const credentials = { broker: { user: device.serial_number, password: device.code } };
  writeFileSync(join(folder, 'flows_cred.json'), JSON.stringify(credentials));
  const settings = `module.exports = { flowFile: 'flows.json', credentialSecret: false, uiHost: '127.0.0.1' };`;
  writeFileSync(join(folder, 'settings.js'), settings);
  const watch = await watchDevice(server, api, {
    id: device.id,
    title: '',
    type: '0300',
    address: device.udf_id,
    serial: device.serial_number,
    code: device.code,
  });
  const red = join(folder, 'node_modules/node-red/red.js');
  const args = [red, '-u', folder, '-s', join(folder, 'settings.js'), '-p', String(await freePort()), 'flows.json'];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
  try {
    const shown = () => sensorsOf(watch.document).map((sensor) => sensor.Value);
    const values = Object.values(payload);
    return compare('a flow of Node-RED: values on the dashboard', values, await until(shown, values, 60_000));
  } finally {
    watch.close();
    child.kill();
    if (child.exitCode === null) await once(child, 'close');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
