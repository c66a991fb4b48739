import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import mqtt, { type IClientOptions } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { eventually } from '../../../platform/testing/eventually.ts';
import { testCertificate, testKey } from '../../../platform/testing/tls-pair.ts';
import { catalogOf, noon, someBirth, TestPipeline } from '../../testing/test-device.ts';
import { MqttAdapter } from './mqtt-adapter.ts';
import type { TlsFiles } from './mqtt-servers.ts';

/** The lines of docs/connect.md: an authority with a device, and the device's revocation. */
const [issue = '', revoke = ''] = [
  ...(readFileSync('docs/connect.md', 'utf8')
    .split('## Certificates instead of codes')[1]
    ?.matchAll(/```sh\n([\s\S]*?)```/g) ?? []),
].map(([, lines = '']) => lines);
const folders: string[] = [];

/** Runs lines in a folder of an authority; a new one without a folder. */
function authority(lines: string, folder = mkdtempSync(join(tmpdir(), 'tocsin-ca-'))) {
  execFileSync('sh', ['-e', '-c', lines], { cwd: folder, stdio: 'ignore' });
  folders.push(folder);
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  return {
    folder,
    ca: read('device-ca.pem'),
    crl: read('device-crl.pem'),
    cert: read('SN7.pem'),
    key: read('SN7.key'),
  };
}
let own: ReturnType<typeof authority>;
let foreign: ReturnType<typeof authority>;
beforeAll(() => {
  own = authority(issue);
  foreign = authority(issue);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).reverse()) await stop();
});

const filesOf = (crl: Buffer | null, isRequired = false): TlsFiles => ({
  cert: Buffer.from(testCertificate),
  key: Buffer.from(testKey),
  clients: { ca: own.ca, crl, isRequired },
});

async function secured(files: TlsFiles) {
  const bench = await new TestPipeline().start();
  const adapter = new MqttAdapter({
    intake: bench.pipeline,
    catalog: catalogOf(bench.devices),
    checkDevice: (serial, code) =>
      serial === 'SN7' && code === 'secret' ? { kind: 'ok', deviceId: bench.device.id } : { kind: 'wrong' },
    checkGateway: () => ({ kind: 'wrong' }),
    clock: bench.clock,
    log: createLog('silent'),
    sparkplug: { hostId: 'tocsin', reorderMs: 2_000 },
    host: '127.0.0.1',
    port: null,
    tls: { port: 0, ...files },
  });
  const port = await adapter.start();
  open.push(() => adapter.stop(500));
  const connect = async (options: IClientOptions) => {
    const client = mqtt.connect(`mqtts://127.0.0.1:${port}`, {
      reconnectPeriod: 0,
      rejectUnauthorized: false,
      ...options,
    });
    client.on('error', () => {});
    open.push(() => client.endAsync(true));
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve());
      client.once('close', () => reject(new Error('refused')));
    });
    return client;
  };
  return { adapter, bench, connect, port };
}

describe('a device with a certificate on the TLS port', () => {
  it('is refused with one of another authority, an expired one, one of an unknown device, or another user name', async () => {
    const { connect, adapter } = await secured(filesOf(own.crl));
    const { folder } = own;
    const signed = (name: string, subject: string, days: string) => {
      const lines = `openssl req -new -key SN7.key -subj '/CN=${subject}' -out ${name}.csr
        openssl x509 -req -in ${name}.csr -CA device-ca.pem -CAkey device-ca.key -days ${days} -extfile device.ext -out ${name}.pem`;
      execFileSync('sh', ['-e', '-c', lines], { cwd: folder, stdio: 'ignore' });
      return { cert: readFileSync(join(folder, `${name}.pem`)), key: own.key };
    };
    const code = { username: 'SN7', password: 'secret' };
    await expect(connect({ cert: foreign.cert, key: foreign.key })).rejects.toThrow('refused');
    await expect(connect({ cert: foreign.cert, key: foreign.key, ...code })).rejects.toThrow('refused');
    await expect(connect(signed('old', 'SN7', '-1'))).rejects.toThrow('refused');
    await expect(connect(signed('nobody', 'SN99', '9'))).rejects.toThrow('refused');
    await expect(connect({ cert: own.cert, key: own.key, username: 'SN8' })).rejects.toThrow('refused');
    expect(adapter.metrics.refusedConnects).toBe(5);
  });

  it('signs in by its serial number in the common name, and may publish as itself', async () => {
    const { connect, bench } = await secured(filesOf(own.crl));
    const device = await connect({ cert: own.cert, key: own.key });
    await device.publishAsync('tocsin/v1/LEG1/birth', JSON.stringify(someBirth(noon)), { qos: 1 });
    await device.publishAsync('tocsin/v1/LEG1/data', JSON.stringify({ ts: noon, v: [1, 2, 0] }), { qos: 1 });
    expect(bench.frameWriter.frames).toHaveLength(1);
  });

  it('is disconnected and refused once it is revoked, also with its code', async () => {
    const { connect, adapter } = await secured(filesOf(own.crl));
    const device = await connect({ cert: own.cert, key: own.key });
    const byCode = await connect({ username: 'SN7', password: 'secret' });
    const gone = new Promise<void>((resolve) => device.once('close', () => resolve()));
    const { crl } = authority(revoke, own.folder);
    adapter.renewCertificates(filesOf(crl));
    await gone;
    await expect(connect({ cert: own.cert, key: own.key })).rejects.toThrow('refused');
    const withCode = { cert: own.cert, key: own.key, username: 'SN7', password: 'secret' };
    await expect(connect(withCode)).rejects.toThrow('refused');
    expect(byCode.connected).toBe(true);
  });
});

it('takes codes beside certificates, unless certificates are required', async () => {
  const optional = await secured(filesOf(null));
  await optional.connect({ username: 'SN7', password: 'secret' });
  await expect(optional.connect({ username: 'SN7', password: 'wrong' })).rejects.toThrow('refused');
  const required = await secured(filesOf(null, true));
  await expect(required.connect({ username: 'SN7', password: 'secret' })).rejects.toThrow('refused');
  const device = await required.connect({ cert: own.cert, key: own.key });
  await eventually(() => expect(device.connected).toBe(true));
});

it('offers neither RSA key exchange nor CBC on the TLS port', async () => {
  const { port } = await secured(filesOf(null));
  const withCiphers = (ciphers: string) =>
    new Promise<string>((resolve, reject) => {
      const options = { port, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.2', ciphers } as const;
      const socket = connectTls(options, () => {
        resolve(socket.getCipher().name);
        socket.destroy();
      });
      socket.on('error', reject);
    });
  for (const weak of ['AES128-GCM-SHA256', 'AES256-SHA', 'ECDHE-RSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384'])
    await expect(withCiphers(weak), weak).rejects.toThrow();
  expect(await withCiphers('DEFAULT')).toMatch(/^ECDHE-.*GCM|CHACHA20/);
});
