import { isDeepStrictEqual } from 'node:util';
import { BirthMessage, DataMessage, DeathMessage } from '@tocsin/contract/frame';
import { DeviceId } from '@tocsin/contract/ids';
import { limits } from '@tocsin/contract/limits';
import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { drivenClock } from '../../../platform/clock.ts';
import type { CatalogDevice } from '../../catalog.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import { httpAdapter } from '../http/http-adapter.ts';
import type { Intake } from '../intake.ts';
import { scanCompact } from '../json/compact-scan.ts';
import { decodeBirth } from '../json/decode-birth.ts';
import { decodeFrame } from '../json/decode-frame.ts';
import { decodeData, decodeDeath } from '../json/json-messages.ts';
import { parseJson } from '../json/json-text.ts';
import { arrays, births, bytes, compacts, deaths, layout, maps, plainCompacts } from './generated.ts';

/** The results of a decoder for its generated payloads. */
interface DecoderTally {
  payloads: number;
  taken: number;
  refused: number;
  /** Exceptions other than refusals. */
  crashes: number;
  /** Accepted where the contract refuses, or the reverse. */
  disagreements: number;
  /** The first such payload, as JSON. */
  first: string | null;
}

export interface DecoderCheck {
  readonly decoder: string;
  run(payloads: number): Promise<DecoderTally>;
}

type Answer = boolean | Promise<boolean>;

function check<T>(
  decoder: string,
  arbitrary: fc.Arbitrary<T>,
  decode: (payload: T) => Answer,
  contract: (payload: T) => boolean | null,
): DecoderCheck {
  return {
    decoder,
    async run(payloads) {
      const tally: DecoderTally = { payloads: 0, taken: 0, refused: 0, crashes: 0, disagreements: 0, first: null };
      // Not `assert`: it would stop at the first failure, and the table needs all of them.
      await fc.assert(
        fc.asyncProperty(arbitrary, async (payload) => {
          tally.payloads++;
          const wanted = contract(payload);
          try {
            const taken = await decode(payload);
            if (taken) tally.taken++;
            else tally.refused++;
            if (wanted === null || taken === wanted) return;
            tally.disagreements++;
          } catch (error) {
            tally.crashes++;
            tally.first ??= String(error);
          }
          tally.first ??= JSON.stringify(payload);
        }),
        { numRuns: payloads },
      );
      return tally;
    },
  };
}

/** Whether it was accepted; exceptions other than refusals are rethrown as crashes. */
function taken(decode: () => unknown): boolean {
  try {
    decode();
    return true;
  } catch (error) {
    if (error instanceof FrameRefusal) return false;
    throw error;
  }
}

/** Everything a device can send has passed through JSON. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null');
const throughJson = (payloads: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => payloads.map(sent);

const data = DataMessage(layout.sensors.length);
const fits = (json: unknown): boolean => data.safeParse(json).success;

/** An array is accepted unless it is too long; its frames are accepted one by one. */
function takesArray(json: unknown): boolean {
  if (!Array.isArray(json)) return taken(() => decodeFrame(json, layout));
  const { frames, refused } = decodeData(json, layout);
  const each = json.map((one) => fits(one));
  const good = each.filter(Boolean).length;
  return json.length <= limits.framesPerPost && frames.length === good && refused.length === each.length - good;
}

/** Each hand-written decoder with its generator and the contract's verdict on the same payload. */
export const decoderChecks: readonly DecoderCheck[] = [
  check(
    'JSON birth',
    throughJson(births),
    (json) => taken(() => decodeBirth(json)),
    (json) => BirthMessage.safeParse(json).success,
  ),
  check('JSON data, map', throughJson(maps), (json) => taken(() => decodeFrame(json, layout)), fits),
  check('JSON data, compact', throughJson(compacts), (json) => taken(() => decodeFrame(json, layout)), fits),
  check('JSON data, array', throughJson(arrays), takesArray, (json) => Array.isArray(json) || fits(json)),
  check(
    'JSON data, straight from bytes',
    fc.oneof({ weight: 1, arbitrary: bytes }, { weight: 4, arbitrary: plainCompacts.map((text) => Buffer.from(text)) }),
    (raw) => {
      const scanned = scanCompact(raw, layout);
      if (scanned && !isDeepStrictEqual(scanned, decodeData(parseJson(raw), layout)))
        throw new Error('read otherwise than by the decoder of all JSON');
      return scanned !== null;
    },
    () => null,
  ),
  check(
    'JSON death',
    throughJson(deaths),
    (json) => taken(() => decodeDeath(json)),
    (json) => DeathMessage.safeParse(json).success,
  ),
  check(
    'JSON text, any bytes',
    bytes,
    (raw) => {
      const isJson = taken(() => parseJson(raw));
      // Whatever it returns is passed to every decoder.
      taken(() => decodeBirth(parseJson(raw)));
      taken(() => decodeData(parseJson(raw), layout));
      taken(() => decodeDeath(parseJson(raw)));
      return isJson;
    },
    // The scanner accepts NaN and Infinity beyond JSON; it must accept all valid JSON.
    (raw) => (isPlainJson(raw) ? true : null),
  ),
  httpCheck(),
];

function isPlainJson(raw: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
    return true;
  } catch {
    return false;
  }
}

/**
 * The whole HTTP adapter, from the request's bytes to the status: 200 and 400 are its two answers to a known device.
 */
function httpCheck(): DecoderCheck {
  let adapter: Promise<FastifyInstance> | null = null;
  return check(
    'HTTP adapter, data',
    throughJson(fc.oneof(maps, compacts)),
    async (json) => {
      adapter ??= openAdapter();
      const { statusCode } = await (await adapter).inject({
        method: 'POST',
        url: '/api/v1/ingest/LEG1/data/',
        headers: { authorization: `Basic ${Buffer.from('SN7:secret').toString('base64')}` },
        payload: JSON.stringify(json),
      });
      if (statusCode !== 200 && statusCode !== 400) throw new Error(`answered ${statusCode}`);
      return statusCode === 200;
    },
    // An array without a single valid frame is still an array.
    (json) => (Array.isArray(json) ? null : fits(json)),
  );
}

async function openAdapter(): Promise<FastifyInstance> {
  const clock = drivenClock(0);
  const device: CatalogDevice = {
    id: DeviceId.parse(7),
    siteId: 3,
    clientId: 2,
    title: 'Leg 1',
    siteTitle: 'North',
    clientCompany: 'Prairie',
    timezone: 'America/Chicago',
    serialNumber: 'SN7',
    udfId: 'LEG1',
    ipAddress: null,
    type: '0300',
    shownType: '0300',
    suspended: false,
    warningRules: [],
    sensorNames: new Map(),
    scales: [],
    degrees: null,
  } as unknown as CatalogDevice;
  // Handles messages like the pipeline but stores nothing; time advances so that the rate limit never applies.
  const intake: Intake = {
    take(message, answer) {
      clock.advanceTo(clock.now() + 1_000);
      const one = { duplicates: 0, rejectedValues: 0, refusedFrames: 0, refusedReason: '' };
      try {
        if (message.kind === 'data') message.data(layout);
        answer({ kind: 'stored', accepted: 1, ...one });
      } catch (error) {
        if (!(error instanceof FrameRefusal)) throw error;
        answer({ kind: 'refused', why: 'structure', text: error.message });
      }
    },
    beginSession: () => {},
    endSession: () => {},
    reportsByException: () => false,
    countRefused: () => {},
    full: () => false,
    whenRoom: (fn) => fn(),
  };
  const http = Fastify();
  http.setValidatorCompiler(() => (value) => ({ value }));
  http.setSerializerCompiler(() => (value) => JSON.stringify(value));
  await http.register(
    httpAdapter({
      intake,
      clock,
      catalog: {
        byId: () => device,
        byUdfId: () => device,
        bySerialNumber: () => device,
        all: () => [device].values(),
      },
      checkDevice: () => ({ kind: 'ok', deviceId: device.id }),
    }),
  );
  await http.ready();
  return http;
}
