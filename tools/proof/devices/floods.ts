// The cost of floods for a running server: bodies of unauthenticated clients, forms of a person without the right, and
// texts that are hard for regular expressions, as frames of a device and as pictures of an account manager. Meanwhile a
// device posts frames and waits for each acknowledgement. Loopback only, bounded in number; a request answered before
// its body was sent ends there. Feeds come from public addresses only, so their reader is timed in this process. Then
// ten devices send the worst allowed messages beside 100 live ones.
import { once } from 'node:events';
import { request } from 'node:http';
import { Worker } from 'node:worker_threads';
import { Api } from '@tocsin/e2e/api';
import { makePerson, makePlant } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import type { ProofOptions } from '../support/_proof.ts';
import type { DeviceBeside, SeenBeside } from './_beside.ts';
import { hardFeeds, hardSvgs, timeFeeds } from './_hard-texts.ts';
import { besideWorstDevices } from './_worst-devices.ts';

export const hasShort = true;

const MiB = 1024 * 1024;
/** 1.0.0 grew by 1,145 MiB under the first of them. */
const maxGrowthMiB = 400;
const withinMs = 30_000;

/** Sends a body and returns the status; -1 when the server closed the connection before an answer could be read. */
function post(url: string, headers: Readonly<Record<string, string>>, body: Buffer, method = 'POST'): Promise<number> {
  return new Promise((resolve) => {
    const call = request(url, { method, headers: { ...headers, 'content-length': body.length } }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? -1));
      answer.once('error', () => resolve(answer.statusCode ?? -1));
    });
    call.setTimeout(withinMs, () => call.destroy());
    call.once('error', () => resolve(-1));
    call.end(body);
  });
}

const basic = (name: string, code: string): string => `Basic ${Buffer.from(`${name}:${code}`).toString('base64')}`;

interface Flood {
  readonly name: string;
  /** Sends one request, of which there are `left` more; resolves the status of its answer. */
  readonly send: (left: number) => Promise<number>;
  readonly atOnce?: number;
}
interface FloodOutcome extends SeenBeside {
  readonly name: string;
  readonly count: number;
  readonly answers: string;
  /** Milliseconds of the flood's own answers, the shortest first. */
  readonly own: readonly number[];
}

/** Sends `count` requests, `atOnce` at a time, and samples the server's memory and a device's acknowledgement times. */
async function flood(
  device: DeviceBeside,
  { name, count, atOnce, send }: Flood & { readonly count: number; readonly atOnce: number },
): Promise<FloodOutcome> {
  let left = count;
  const statuses = new Map<number, number>();
  const own: number[] = [];
  const beside = new Worker(new URL('_beside.ts', import.meta.url), { workerData: device });
  await once(beside, 'message');
  const worker = async () => {
    while (left-- > 0) {
      const from = performance.now();
      const status = await send(left);
      own.push(performance.now() - from);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const ended = once(beside, 'message');
  beside.postMessage('done');
  const [seen] = (await ended) as [SeenBeside];
  const waits = seen.waits.toSorted((a, b) => a.ms - b.ms);
  own.sort((a, b) => a - b);
  const answers = [...statuses].map(([status, times]) => `${times} x ${status === -1 ? 'closed' : status}`).join(', ');
  return { ...seen, name, count, answers, waits, own };
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

function print({ name, count, answers, before, most, waits, own }: FloodOutcome): void {
  const acks = waits.map(({ ms }) => ms);
  console.log(
    [
      name.padEnd(34),
      String(count).padStart(6),
      `${before.toFixed(0)} -> ${most.toFixed(0)} MiB`.padStart(20),
      ...[own, acks].map((all) =>
        `${quantile(all, 0.5).toFixed(0)} / ${quantile(all, 0.99).toFixed(0)} ms`.padStart(18),
      ),
      `  ${answers}`,
    ].join(''),
  );
}

function whatBroke({ before, most, waits, answers }: FloodOutcome): string[] {
  const refused = waits.filter(({ status }) => status !== 200 && status !== 429);
  return [
    ...(most - before < maxGrowthMiB ? [] : [`memory grew by ${maxGrowthMiB} MiB or more`]),
    ...(refused.length === 0 ? [] : [`frames of the device were answered ${refused.map(({ status }) => status)}`]),
    ...(answers.includes('x 500') ? ['a request was answered 500'] : []),
  ];
}

export async function run({ short }: ProofOptions): Promise<boolean> {
  const count = short ? 30 : 150;
  const server = await TocsinServer.start();
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const plant = await makePlant(api, [{ title: 'Beside the floods', type: '0300' }]);
    const [device] = plant.devices;
    const person = await makePerson(api, plant, 'User');
    const user = await Api.signIn(server.url, person.email, person.password);
    const ingest = (kind: 'birth' | 'data'): string => `${server.url}/api/v1/ingest/${device.address}/${kind}/`;
    const json = { 'content-type': 'application/json' };
    const own = { ...json, authorization: basic(device.serial, device.code) };
    const sensors = [{ id: '401', name: 'Head', type: 'NUMERIC', unit: 'C' }];
    const birth = Buffer.from(JSON.stringify({ ts: Date.now() - 60_000, groups: [{ id: '4', name: 'T', sensors }] }));
    if ((await post(ingest('birth'), own, birth)) !== 200) throw new Error('the birth was refused');
    const beside = { url: server.url, path: new URL(ingest('data')).pathname, headers: own };
    const manager = await makePerson(api, plant, 'account manager');
    const { token } = await Api.signIn(server.url, manager.email, manager.password);
    const large = Buffer.alloc(8 * MiB, 0x20);
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const formOf = (file: Buffer): Buffer => Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')]);
    const form = formOf(large.subarray(0, 7 * MiB));
    const formHeaders = { 'content-type': 'multipart/form-data; boundary=x', authorization: `JWT ${user.token}` };
    const logo = `${server.url}/api/v1/clients/${plant.clientId}/logo/`;
    const logoHeaders = { ...formHeaders, authorization: `JWT ${token}` };
    const svgs = hardSvgs(500 * 1024).map(({ text }) => formOf(Buffer.from(text)));
    // Strings that begin and never end, which a quadratic scanner would read again and again.
    const quotes = Buffer.from(`{"ts":1,"values":{"4.401":${'"\\"\\"'.repeat(26_000)}`);
    const floods: readonly Flood[] = [
      { name: 'bodies of strangers, 8 MiB', send: () => post(ingest('data'), json, large) },
      { name: 'forms without the right, 7 MiB', send: () => post(`${server.url}/api/v2/tabs/`, formHeaders, form) },
      { name: 'hard texts of a device, 128 KiB', send: () => post(ingest('data'), own, quotes), atOnce: 4 },
      {
        name: `hard pictures (${svgs.length} kinds), 500 KiB`,
        send: (left) => post(logo, logoHeaders, svgs[left % svgs.length] ?? form, 'PUT'),
        atOnce: 4,
      },
    ];
    console.log(
      'flood'.padEnd(34) +
        'posts'.padStart(6) +
        'memory'.padStart(20) +
        'answer p50 / p99'.padStart(18) +
        'ack p50 / p99'.padStart(18) +
        '  answers',
    );
    let holds = true;
    for (const one of floods) {
      const got = await flood(beside, { count, atOnce: 30, ...one });
      print(got);
      const broken = whatBroke(got);
      if (broken.length > 0) console.log(`  BROKEN: ${broken.join('; ')}`);
      holds &&= broken.length === 0;
    }
    holds &&= timeFeeds(hardFeeds);
    if (!holds) return false;
  } finally {
    await server.remove();
  }
  return await besideWorstDevices(short);
}
