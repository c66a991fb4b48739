import type { timeUnits } from '@tocsin/contract/payload-map';
import { fromWall } from '../../../platform/zoned-time.ts';
import { FrameRefusal } from '../frame-refusal.ts';

const perUnit = { ms: 1, s: 1e3, us: 1e-3, ns: 1e-6 } as const;
const lastMoment = 8.64e15;
const digits = /^\d{1,19}(?:\.\d{1,9})?$/;
const iso = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|z|[+-]\d\d:?\d\d)?$/;

/**
 * Unix ms of a time in a message. A text without an offset is a time of the zone: one in a gap of summer time moves
 * forward, one that is there twice is the first. Throws a FrameRefusal that names the path.
 */
export function readMapTime(raw: unknown, unit: (typeof timeUnits)[number], zone: string | null, path: string): number {
  const refuse = (why: string): never => {
    throw new FrameRefusal('no_ts', `${path}: ${why}`);
  };
  if (raw === undefined || raw === null) return refuse('there is no time');
  if (unit === 'iso') {
    if (typeof raw !== 'string') return refuse('the time is no text; choose ms, s, us or ns');
    return isoTime(raw, zone) ?? refuse(isLocal(raw) ? 'the time has no offset; give the map a zone' : 'not a time');
  }
  const number = typeof raw === 'number' ? raw : typeof raw === 'string' && digits.test(raw) ? Number(raw) : Number.NaN;
  if (Number.isNaN(number))
    return refuse(typeof raw === 'string' ? 'the time is a text; choose ISO 8601' : 'not a time');
  const ms = Math.floor(number * perUnit[unit]);
  return ms >= 0 && ms <= lastMoment ? ms : refuse('the time is out of range');
}

const isLocal = (text: string): boolean => {
  const match = iso.exec(text);
  return match !== null && match[8] === undefined;
};

function isoTime(text: string, zone: string | null): number | null {
  const match = iso.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  if (hour === undefined || minute === undefined || second === undefined || hour > 23 || minute > 59 || second > 60)
    return null;
  const ms = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const wall = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second, ms);
  const back = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day));
  // 31 February is no day.
  if (back.getUTCMonth() + 1 !== month || back.getUTCDate() !== day) return null;
  const offset = match[8];
  if (offset === undefined) return zone === null ? null : fromWall(wall, zone);
  if (offset === 'Z' || offset === 'z') return wall;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return wall - (offset.startsWith('-') ? -1 : 1) * minutes * 60_000;
}
