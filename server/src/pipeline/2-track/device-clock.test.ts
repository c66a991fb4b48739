import { LiveDevice } from '@tocsin/contract/live';
import { beforeEach, describe, expect, it } from 'vitest';
import { noon, TestPipeline } from '../testing/test-device.ts';
import { clockText, freshClock, measure, sample } from './device-clock.ts';

const hour = 3_600_000;
const minute = 60_000;
let bench: TestPipeline;
let seq = 0;

beforeEach(async () => {
  bench = await new TestPipeline().start();
  await bench.birth();
  seq = 0;
});

/** A frame whose device clock differs from the server's by `by`. */
const send = (by: number, alarm: readonly number[] = [], more: object = {}) =>
  bench.send('data', { ts: bench.clock.now() + by, seq: seq++, v: [20, 40, 0], alarm, ...more });

/** Frames every 2 s. */
async function run(count: number, by: number, alarm: readonly number[] = []): Promise<void> {
  for (let i = 0; i < count; i++) {
    bench.pass(2_000);
    await send(by, alarm);
  }
}
const live = () => LiveDevice.parse(JSON.parse(bench.pipeline.document(bench.device.id) ?? ''));
const notice = () => live().notices.find((one) => one.kind === 'clock')?.text;
const alarms = () => bench.frameWriter.events.filter((event) => event.type.startsWith('alarm_'));

describe('the row of the clock rule', () => {
  const rowOf = (count: number, step: (i: number) => readonly [ts: number, arrival: number]) => {
    const clock = freshClock();
    let met = false;
    for (let i = 0; i < count; i++) met = sample(clock, ...step(i));
    return { clock, met };
  };

  it('is not met by four frames, nor by five within less than 10 s', () => {
    expect(rowOf(4, (i) => [i * 4_000, noon + i * 4_000]).met).toBe(false);
    expect(rowOf(5, (i) => [i * 2_000, noon + i * 2_000]).met).toBe(false);
    expect(rowOf(5, (i) => [i * 2_500, noon + i * 2_500]).met).toBe(true);
  });

  it('is not met by a replay at twice the speed or at a slower speed', () => {
    for (const speed of [2, 20, 0.5, 1.12])
      expect(rowOf(200, (i) => [i * 2_000 * speed, noon + i * 2_000]).met).toBe(false);
    expect(rowOf(200, (i) => [i * 2_000 * 1.05, noon + i * 2_000]).met).toBe(true);
  });

  it('is not met while live frames and history alternate', () => {
    const met = Array.from({ length: 60 }, (_, i) => i).some(
      (n) => rowOf(n, (i) => [i % 2 ? i * 2_000 : i * 100, 1_000_000 + i * 2_000]).met,
    );
    expect(met).toBe(false);
  });

  it('measures the offset from the frame with the shortest delay', () => {
    const { clock } = rowOf(6, (i) => [i * 3_000, 500_000 + i * 3_000 + (i === 3 ? 20 : 400)]);
    measure(clock);
    expect([clock.measuredMs, clock.appliedMs]).toEqual([500_020, 500_020]);
  });

  it('ignores offsets within normal network delay', () => {
    const { clock } = rowOf(6, (i) => [i * 3_000, i * 3_000 + 4_000]);
    expect([measure(clock), clock.measuredMs, clock.appliedMs]).toEqual([0, 4_000, 0]);
  });

  it('states the deviation in words', () => {
    expect(clockText(3 * hour)).toBe('Device clock is wrong by 3 h (behind)');
    expect(clockText(-4 * minute - 5_000)).toBe('Device clock is wrong by 4 min 5 s (ahead)');
    expect(clockText(3 * 24 * hour)).toBe('Device clock is wrong by 3 days (behind)');
  });
});

describe('frames from the future', () => {
  it('more than 5 minutes ahead are refused, counted, and reported once as a wrong clock', async () => {
    await send(0);
    for (let i = 0; i < 3; i++) {
      bench.pass(100);
      expect(await send(5 * minute + 1)).toMatchObject({ kind: 'refused', why: 'future' });
    }
    expect(bench.pipeline.refused).toEqual({ future: 3 });
    expect(bench.types()).toEqual(['device_administration']);
    expect(live().notices.map((one) => one.kind)).toEqual(['refused', 'clock']);
    expect(live().Status).toBe('Not scanned');
    await send(0);
    expect(live().notices.map((one) => one.kind)).toEqual(['clock']);
  });

  it('are live once five of them in a row show that the clock is wrong', async () => {
    await run(8, 2 * hour, [0]);
    expect(bench.frameWriter.frames.at(-1)).toMatchObject({
      ts: bench.clock.now(),
      deviceTs: bench.clock.now() + 2 * hour,
    });
    expect(alarms()).toMatchObject([{ type: 'alarm_on', late: false, active: true }]);
    expect(live().Alarm).toBe(true);
  });
});

describe('a clock that is slow', () => {
  it('alarms after five frames over 10 s, is reported, and keeps both times', async () => {
    await run(8, -3 * hour);
    expect(notice()).toBe('Device clock is wrong by 3 h (behind)');
    bench.pass(2_000);
    await send(-3 * hour, [0]);
    expect(alarms()).toMatchObject([{ type: 'alarm_on', at: bench.clock.now(), late: false, notified: true }]);
    expect(bench.frameWriter.frames.at(-1)).toMatchObject({
      ts: bench.clock.now(),
      deviceTs: bench.clock.now() - 3 * hour,
    });
    expect(bench.types().filter((type) => type === 'device_administration')).toHaveLength(1);
  });

  it('moves the frames received before the rule applied to their correct time', async () => {
    await run(8, -3 * hour);
    const times = [...bench.frameWriter.late, ...bench.frameWriter.frames].map((frame) => frame.ts).sort();
    expect(times).toEqual(Array.from({ length: 8 }, (_, i) => noon + (i + 1) * 2_000));
  });

  it('notifies once of an alarm active from its first frame, marked late, which then becomes live under the same id', async () => {
    await run(3, -3 * hour, [0]);
    expect(alarms()).toMatchObject([{ type: 'alarm_on', late: true, notified: true, active: false }]);
    const [{ id } = { id: 0 }] = alarms();
    await run(5, -3 * hour, [0]);
    expect(alarms()).toMatchObject([{ id, late: false, active: true, at: noon + 2_000 }]);
    await run(1, -3 * hour);
    expect(alarms()).toMatchObject([{ id }, { type: 'alarm_off', forebearId: id }]);
  });

  it('is live at once when it is corrected, because its old offset would give times in the future', async () => {
    await run(8, -3 * hour);
    await run(1, 0, [0]);
    expect(alarms()).toMatchObject([{ type: 'alarm_on', at: bench.clock.now(), late: false }]);
  });
});

describe('a clock that is fast or steps', () => {
  it('4 minutes fast alarms at once and is corrected after five frames', async () => {
    await run(3, 4 * minute);
    await run(1, 4 * minute, [0]);
    expect(alarms()).toMatchObject([{ type: 'alarm_on', late: false }]);
    await run(6, 4 * minute, [0]);
    expect(bench.frameWriter.frames.map((frame) => frame.ts)).toEqual(
      Array.from({ length: 10 }, (_, i) => noon + (i + 1) * 2_000),
    );
    expect(notice()).toBe('Device clock is wrong by 4 min (ahead)');
    await run(1, 4 * minute);
    const [on, off] = alarms();
    expect(off).toMatchObject({ type: 'alarm_off', forebearId: on?.id });
    expect(bench.frameWriter.ends[0]?.endedAt).toBeGreaterThan(on?.at ?? 0);
  });

  it('stepping back 67 minutes alarms again within seconds and is reported', async () => {
    await run(10, 0);
    await run(8, -67 * minute, [0]);
    expect(alarms()).toMatchObject([{ type: 'alarm_on', late: false, active: true }]);
    expect(live()).toMatchObject({ Alarm: true, frame_at: bench.clock.now() });
    expect(notice()).toBe('Device clock is wrong by 1 h 7 min (behind)');
    expect(bench.types().filter((type) => type === 'device_offline')).toEqual([]);
  });

  it('is no longer reported an hour after it was measured correct', async () => {
    await run(8, -3 * hour);
    await run(40, 0);
    expect(notice()).toBeDefined();
    for (let i = 0; i < 70; i++) {
      bench.pass(50_000);
      await run(6, 0);
    }
    expect(notice()).toBeUndefined();
  });
});

describe('late data', () => {
  it('older than the newest frame changes no live value and publishes nothing', async () => {
    await run(6, 0);
    const before = live();
    await bench.send('data', [{ ts: noon + 1_000, seq: 900, v: [99, 99, 1], alarm: [0] }]);
    expect(bench.frameWriter.late).toHaveLength(1);
    expect(bench.types()).toEqual([]);
    expect(live().groups).toEqual(before.groups);
  });

  it('that is marked historical is late whatever its time is', async () => {
    await run(6, 0);
    bench.pass(1_000);
    await send(0, [0], { historical: true });
    expect([bench.frameWriter.late.length, bench.types()]).toEqual([1, []]);
  });

  it('older than the retention time is refused', async () => {
    await send(0);
    expect(await send(-401 * 24 * hour)).toMatchObject({
      kind: 'refused',
      why: 'too_old',
      text: 'Older than the retention time',
    });
  });

  it('after an offline time is catching up: late until a frame is recent, and notifies nobody', async () => {
    await run(10, 0);
    bench.pass(10 * minute);
    await Promise.resolve();
    expect(bench.types()).toEqual(['device_offline']);
    const lost = bench.clock.now() - 8 * minute;
    for (let i = 0; i < 5; i++) {
      bench.pass(200);
      await bench.send('data', { ts: lost + i * 2_000, seq: 500 + i, v: [99, 40, 0], alarm: [0] });
    }
    expect(bench.frameWriter.late).toHaveLength(5);
    expect(live().device.is_online).toBe(false);
    expect(live().notices.find((one) => one.kind === 'catching-up')?.text).toMatch(/^Catching up, at 06:0\d$/);
    await run(1, 0);
    expect(bench.types()).toEqual(['device_offline', 'device_online']);
    // Old frames still arrive in between; they are back-fill, not a wrong clock.
    await bench.send('data', { ts: lost + 20_000, seq: 510, v: [99, 40, 0], alarm: [0] });
    expect(alarms()).toEqual([]);
  });

  it('raises an alarm that is active in the first live frame after a gap', async () => {
    await run(10, 0);
    bench.pass(10 * minute);
    await run(1, 0, [0]);
    expect(bench.types()).toEqual(['device_offline', 'device_online', 'alarm_on']);
  });

  it('of a smaller seq of the same boot is history and raises no alarm', async () => {
    await run(10, 0);
    await bench.send('data', { ts: noon + 1_000, seq: 2, boot: 0, v: [9, 9, 0], alarm: [0] });
    expect(alarms()).toEqual([]);
  });
});
