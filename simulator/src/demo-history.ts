import { createDevice } from './create-device.ts';
import type { DemoDevice } from './demo-plant.ts';
import type { SimDevice } from './device.ts';
import { type Incident, incidentsOf } from './incidents.ts';
import { seedOf } from './random.ts';
import type { SimFrame } from './shape.ts';

/** Two whole months at least, so that the last one has protected hours and a certificate. */
export const historyDays = 62;
export const historyFrameMs = 60_000;
const dayMs = 86_400_000;
/** 02:12 at the demo's first site: the belt of Leg 2 touches, and nobody is there. */
const nightAlarm = { serialNumber: 'WD4-48124', sensor: '3.3001', atMs: 8.2 * 3_600_000, forMs: 45_000 } as const;
/**
 * When a loose probe reads too high, in ms after midnight (UTC): by day at the demo's first site, and half a minute off the
 * frames, one of which has each wrong value. The first of a day lasts.
 */
const looseAtMs = [13.2, 14.1, 15.6, 16.4, 18.3, 20.7].map((hour) => hour * 3_600_000 + historyFrameMs / 2);
const looseMs = { first: 720_000, others: historyFrameMs - 5_000 } as const;
/** Simulated before the day's first frame, so that bearings are as warm as at the end of the previous day. */
const leadMs = 5 * 3_600_000;

/**
 * A device's frames of one UTC day, one a minute and one at every change. Days are independent of each other, so that
 * they can be sent newest first and an interrupted run can continue. Yields at most an hour at a time, so that the
 * caller can do other work in between.
 */
export function* historyOfDay(
  device: DemoDevice,
  dayStartMs: number,
  untilMs: number,
  /** When the demo began, from which the age of a dead sensor counts; null: all sensors are healthy. */
  beganMs: number | null = null,
): Generator<SimFrame[]> {
  const startMs = dayStartMs - leadMs;
  const sim = createDevice({
    type: device.type,
    seed: seedOf(device.serialNumber),
    startMs,
    schedule: 'usual',
    warm: true,
    frameMs: historyFrameMs,
    tickMs: 5_000,
  });
  if (beganMs !== null) wear(sim, device, startMs - beganMs);
  const endMs = Math.min(dayStartMs + dayMs, untilMs);
  const { dead } = device;
  const diedMs = dead && beganMs !== null ? Math.max(startMs, beganMs - dead.days * dayMs) : Number.POSITIVE_INFINITY;
  const death: Incident[] =
    dead && diedMs < endMs ? [{ atMs: diedMs, action: { do: 'report', sensor: dead.sensor, value: dead.value } }] : [];
  const steps = [
    ...death,
    ...incidentsOf(device, dayStartMs),
    ...lastNight(device, dayStartMs, beganMs),
    ...looseness(device, dayStartMs, beganMs),
  ];
  const stops = [...steps.map((s) => s.atMs), ...hoursOf(dayStartMs, endMs), endMs - 1].filter((t) => t < endMs);
  for (const stopMs of stops.sort((a, b) => a - b)) {
    const frames: SimFrame[] = [];
    for (const message of sim.advance(stopMs))
      if (message.kind === 'data' && message.at >= dayStartMs) frames.push(message.frame);
    yield frames;
    for (const s of steps) if (s.atMs === stopMs) sim.act(s.action);
  }
}

/** The demo's worn bearing as it is some time (ms) after the demo began, or before it where negative. */
export function wear(sim: SimDevice, { wears }: DemoDevice, sinceMs: number): void {
  if (!wears) return;
  const weeks = Math.max(0, wears.weeks + sinceMs / (7 * dayMs));
  sim.act({ do: 'wear', sensor: wears.sensor, riseC: weeks * wears.perWeekC });
}

/** The alarm of the last night before the demo began: it cleared before anybody acknowledged it. */
function lastNight(device: DemoDevice, dayStartMs: number, beganMs: number | null): Incident[] {
  const atMs = dayStartMs + nightAlarm.atMs;
  if (device.serialNumber !== nightAlarm.serialNumber || beganMs === null) return [];
  if (atMs + nightAlarm.forMs > beganMs || atMs + dayMs + nightAlarm.forMs <= beganMs) return [];
  const { sensor, forMs } = nightAlarm;
  return [
    { atMs, action: { do: 'drive', sensor, curve: { kind: 'constant', value: 0 } } },
    { atMs: atMs + forMs, action: { do: 'release', sensor } },
  ];
}

/** What a loose probe reports on a day. */
function looseness({ loose }: DemoDevice, dayStartMs: number, beganMs: number | null): Incident[] {
  if (!loose || beganMs === null || dayStartMs < beganMs - loose.days * dayMs) return [];
  const { sensor } = loose;
  return looseAtMs.flatMap((after, index): Incident[] => {
    const atMs = dayStartMs + Math.round(after);
    const forMs = index === 0 ? looseMs.first : looseMs.others;
    return [
      { atMs, action: { do: 'report', sensor, value: 64.2 + index } },
      { atMs: atMs + forMs, action: { do: 'honest', sensor } },
    ];
  });
}

function hoursOf(dayStartMs: number, endMs: number): number[] {
  const hours = [];
  for (let t = dayStartMs; t < endMs; t += 3_600_000) hours.push(t);
  return hours;
}

/** Starts of the days of the history, newest first. */
export function historyDayStarts(beganMs: number): number[] {
  const today = Math.floor(beganMs / dayMs) * dayMs;
  return Array.from({ length: historyDays + 1 }, (_, i) => today - i * dayMs);
}

/**
 * The same days as they are sent: today and yesterday, which people look at first, then the others from the oldest on.
 * An hour is evaluated from the end of the hour before it, so that an older day which comes later has all days after it
 * evaluated again.
 */
export function historyDaysAsSent(beganMs: number): number[] {
  const [today = 0, yesterday = 0, ...older] = historyDayStarts(beganMs);
  return [today, yesterday, ...older.reverse()];
}
