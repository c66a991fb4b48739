// Payload maps and messages of chance, nearly valid ones most often, for ten minutes: each map is taken or refused at
// saving, each message is read or refused with its reason, nothing else is thrown, no message costs more than its
// bound, no answer of the server is 500, and the memory afterwards is what it was.
import { PayloadMap } from '@tocsin/contract/payload-map';
import type { Sample } from '@tocsin/contract/payload-maps';
import { Api } from '@tocsin/e2e/api';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import fc from 'fast-check';
import { shippedMaps } from '../../../server/src/features/payload-maps/shipped-maps.ts';
import { tryMap } from '../../../server/src/pipeline/1-receive/mapped/try-map.ts';
import type { ProofOptions } from '../support/_proof.ts';

export const hasShort = true;

/** Processor time of this thread in which a message must be read, whatever else the machine does. */
const mostMs = 1_000;
/** A map is sent to a real server this often, within its limit of 120 a minute. */
const askEveryMs = 1_000;
const now = Date.now();

const word = fc.oneof(
  fc.constantFrom(
    'object',
    'temperature',
    'values',
    'a',
    'b',
    '0',
    'time',
    'deviceInfo',
    'devEui',
    '__proto__',
    'length',
  ),
  fc.string({ maxLength: 6 }),
);
const path = fc.oneof(
  fc
    .array(fc.oneof(word, fc.constantFrom('*', '[0]', '[*]', "['x y']", '[99999]')), { minLength: 1, maxLength: 6 })
    .map((steps) => steps.join('.')),
  fc.constantFrom('$.*', '*.*.*.*', '$', '', '..', '$[?(@.a)]', '*'),
);
const scalar = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.string({ maxLength: 12 }),
  fc.constantFrom('nan', '1.#QNAN', '-inf', '12,5'),
);
const value = fc.record(
  {
    path,
    each: path,
    key: fc.oneof(path, fc.constant('{topic}')),
    group: fc.constantFrom('fan', 'all'),
    id: fc.constantFrom('bearing', 'speed', '{key}', 'x y'),
    name: fc.constantFrom('Bearing', 'The {key}'),
    type: fc.constantFrom('NUMERIC', 'BOOL', 'ENUM', 'auto'),
    scale: fc.double(),
    offset: fc.double(),
    states: fc.dictionary(fc.string({ maxLength: 3 }), fc.string({ maxLength: 5 }), { maxKeys: 4 }),
    alarm: fc.record({ path, when: fc.array(scalar, { maxLength: 3 }) }, { requiredKeys: ['when'] }),
    none: fc.array(scalar, { maxLength: 3 }),
    quality: fc.record({ path, good: fc.array(scalar, { maxLength: 3 }) }),
  },
  { requiredKeys: ['path', 'group', 'id', 'name', 'type'] },
);
const kind = fc.record(
  {
    topic: fc.constantFrom('plant/{udf}/state', 'dust/{id}', '#', 'a/+/b'),
    device: path,
    time: fc.record({ path, unit: fc.constantFrom('ms', 's', 'us', 'ns', 'iso') }),
    moments: path,
    values: fc.array(value, { minLength: 1, maxLength: 6 }),
  },
  { requiredKeys: ['values'] },
);
/** Of chance, or a shipped one with kinds of chance beside its own. */
const map = fc.oneof(
  fc.record(
    {
      name: fc.constant('Fuzz'),
      zone: fc.constantFrom('America/Chicago', 'Nowhere'),
      kinds: fc.array(kind, { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: ['name', 'kinds'] },
  ),
  fc
    .tuple(fc.constantFrom(...shippedMaps), fc.array(kind, { maxLength: 2 }))
    .map(([{ map: own }, kinds]) => ({ ...own, kinds: [...kinds, ...own.kinds].slice(0, 8) })),
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('tree'), { maxLength: 5 }),
    fc.dictionary(word, tie('tree'), { maxKeys: 6 }),
  ),
}));
const deep = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
const body = fc.oneof(
  tree.map((json) => JSON.stringify(json)),
  fc.constantFrom(...shippedMaps.flatMap(({ samples }) => samples.map((sample) => sample.body))),
  fc
    .tuple(
      fc.constantFrom(...shippedMaps.flatMap(({ samples }) => samples.map((sample) => sample.body))),
      fc.nat(),
      fc.string({ maxLength: 3 }),
    )
    .map(([text, at, other]) => text.slice(0, at % text.length) + other + text.slice((at % text.length) + 1)),
  fc.constantFrom(
    deep(33),
    deep(5_000),
    `{${Array.from({ length: 9_999 }, (_, i) => `"k${i}":${i}`).join()}}`,
    `[${'{"a":{"b":1}},'.repeat(4_000)}1]`,
    '1',
    '',
    '\u0000',
    `"${'x'.repeat(262_144)}"`,
  ),
);
const samples: fc.Arbitrary<Sample[]> = fc.array(
  fc.record({ topic: fc.constantFrom(null, 'plant/FAN1/state', 'dust/abc', 'a/x/b'), body }),
  { minLength: 1, maxLength: 5 },
);

/** A shipped map with its own messages, whole or with a character changed. */
const shipped = fc.constantFrom(...shippedMaps).chain(({ map: own, samples: all }) =>
  fc.tuple(
    fc.constant(own),
    fc.array(
      fc
        .tuple(fc.constantFrom(...all), fc.nat(), fc.oneof(fc.constant(null), fc.string({ maxLength: 2 })))
        .map(([{ topic, body: text }, at, other]): Sample => {
          const place = at % text.length;
          return { topic, body: other === null ? text : text.slice(0, place) + other + text.slice(place + 1) };
        }),
      { minLength: 1, maxLength: 5 },
    ),
  ),
);
const pair: fc.Arbitrary<[object, Sample[]]> = fc.oneof(fc.tuple(map, samples), shipped);

const count = { maps: 0, refusedMaps: 0, messages: 0, refused: 0, moments: 0, broken: 0, asked: 0, wrong: 0 };
let longestMs = 0;
let askAt = 0;

export async function run({ short }: ProofOptions): Promise<boolean> {
  const forMs = short ? 5_000 : 600_000;
  const server = await TocsinServer.start();
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const startBytes = process.memoryUsage().heapUsed;
    const until = performance.now() + forMs;
    for (let seed = 1; performance.now() < until; seed++)
      for (const [document, messages] of fc.sample(pair, { numRuns: 200, seed })) {
        count.maps++;
        if (performance.now() >= askAt) {
          askAt = performance.now() + askEveryMs;
          await askServer(server.url, api.token, { map: document, samples: messages });
        }
        const parsed = PayloadMap.safeParse(document);
        if (!parsed.success) count.refusedMaps++;
        else for (const message of messages) readOne(parsed.data, message);
      }
    const grownMb = (process.memoryUsage().heapUsed - startBytes) / 1_048_576;
    console.table({ ...count, longestMs: Math.round(longestMs), grownMb: Math.round(grownMb) });
    return count.broken === 0 && count.wrong === 0 && count.moments > 0 && longestMs < mostMs;
  } finally {
    await server.remove();
  }
}

async function askServer(url: string, token: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v1/payload-maps/try/`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  count.asked++;
  if (![200, 400, 413].includes(answer.status) && count.wrong++ === 0) console.log(answer.status, text);
}

function readOne(document: PayloadMap, message: Sample): void {
  const began = process.threadCpuUsage();
  try {
    const [tried] = tryMap(document, [message], now).samples;
    if (tried?.refused === null) count.moments += tried.frames.length;
    else count.refused++;
  } catch (error) {
    if (count.broken++ === 0) console.log(error, JSON.stringify([document, message]).slice(0, 2_000));
  }
  count.messages++;
  const { user, system } = process.threadCpuUsage(began);
  longestMs = Math.max(longestMs, (user + system) / 1_000);
}
