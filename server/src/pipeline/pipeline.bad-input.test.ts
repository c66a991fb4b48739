import { limits } from '@tocsin/contract/limits';
import { LiveDevice } from '@tocsin/contract/live';
import { beforeEach, describe, expect, it } from 'vitest';
import { noon, someBirth, TestPipeline } from './testing/test-device.ts';

// Devices that misbehave for a long time, in simulated time. Single bad messages are tested at the adapters and in
// bad-input.db.test.ts; a frame that only PostgreSQL refuses in 4-persist/frame-writer.db.test.ts.
// Each test simulates hours of frames; the timeout allows for a busy machine.
let bench: TestPipeline;
beforeEach(async () => {
  bench = await new TestPipeline().start();
  await bench.birth();
});
const minute = 60_000;
const live = () => LiveDevice.parse(JSON.parse(bench.pipeline.document(bench.device.id) ?? ''));
const deviceState = () => bench.pipeline.registry.get(bench.device.id)?.deviceState;
const alarms = () => bench.frameWriter.events.filter((event) => event.type.startsWith('alarm_'));

/** A frame with its own time, alarms by index. */
const send = (ts: number, seq: number, alarm: readonly number[] = []) =>
  bench.send('data', { ts, seq, v: [20, 40, 0], alarm });

describe('10,000 state texts', () => {
  it('fill their limit, read Other from then on, and delay neither frames nor a restart', async () => {
    for (let i = 0; i < 10_000; i += 100) {
      bench.pass(1_000);
      const from = bench.clock.now() - 990;
      const frames = Array.from({ length: 100 }, (_, n) => ({
        ts: from + 9 * n,
        seq: i + n,
        v: [i + n, 2, 0],
        state: { 0: `text ${i + n}` },
      }));
      expect(await bench.send('data', frames)).toMatchObject({ kind: 'stored', accepted: 100 });
    }
    expect(deviceState()?.counters.frames).toBe(10_000);
    // Besides the texts of its own layout and the portal's.
    expect(deviceState()?.texts.list.length).toBeLessThan(limits.stateTexts + 10);
    expect(deviceState()?.texts.overflow).toBeGreaterThan(10_000 - limits.stateTexts - 10);
    expect(live().groups[0]?.sensors[0]).toMatchObject({ Value: 9_999, Meta: { State: 'Other' } });
    await bench.restart();
    expect(live().groups[0]?.sensors[0]?.Meta.State).toBe('Other');
  });
});

describe('a device that changes its layout each minute', () => {
  const list = (n: number) => ({
    groups: [{ id: '4', name: 'Temperature', sensors: [{ id: `s${n}`, type: 'NUMERIC', unit: 'C' }] }],
  });

  it('is accepted 20 times an hour, is reported in between, and uses bounded memory', async () => {
    const taken: number[] = [];
    for (let n = 0; n < 175; n++) {
      bench.pass(minute);
      if ((await bench.birth(list(n))).kind === 'stored') taken.push(n);
      await bench.frame([n]);
    }
    // The plain layout at the start was the first of the first hour.
    for (const hour of [0, 1, 2]) {
      const inHour = taken.filter((n) => Math.floor(n / 60) === hour).length;
      expect(inHour).toBeGreaterThanOrEqual(19);
      expect(inHour).toBeLessThanOrEqual(21);
    }
    expect(deviceState()?.counters.refused.layouts).toBe(2 * (175 - taken.length));
    expect(deviceState()?.newLayouts.length).toBeLessThanOrEqual(limits.layoutsPerHour);
    expect(live().notices.map((notice) => notice.kind)).toContain('refused');
  });

  it('shows data again with the first accepted layout', async () => {
    for (let n = 0; n < 25; n++) await bench.birth(list(n));
    expect(await bench.frame([1])).toMatchObject({ kind: 'refused', why: 'layouts' });
    await bench.birth();
    expect(await bench.frame([41, 42, 0])).toMatchObject({ kind: 'stored' });
    expect(live().notices.map((notice) => notice.kind)).not.toContain('refused');
  });
});

describe('an outage of 30 minutes that is replayed at twice the speed', () => {
  const stepMs = 2_000;

  /** Live, then a gap of 30 minutes with an alarm that began and ended, then a replay frame by frame. */
  async function outage(): Promise<void> {
    let seq = 0;
    for (let i = 0; i < 20; i++) {
      bench.pass(stepMs);
      await send(bench.clock.now(), seq++);
    }
    const lost = bench.clock.now();
    bench.pass(30 * minute);
    // Two frames each second; once it has caught up it continues as before.
    for (let ts = lost + stepMs; ts < bench.clock.now(); ts += stepMs) {
      bench.pass(stepMs / 2);
      const inAlarm = ts > lost + 5 * minute && ts < lost + 9 * minute;
      await send(ts, seq++, inAlarm ? [0] : []);
    }
    for (let i = 0; i < 60; i++) {
      bench.pass(stepMs);
      await send(bench.clock.now(), seq++);
    }
  }

  it('is history: it raises no alarm, moves no clock, and stores every frame once with its own time', async () => {
    await outage();
    expect(bench.types()).toEqual(['device_offline', 'device_online']);
    expect(deviceState()?.clock).toMatchObject({ appliedMs: 0, wrong: null });
    expect(live().notices).toEqual([]);
    const stored = [...bench.frameWriter.frames, ...bench.frameWriter.late];
    expect(new Set(stored.map((frame) => frame.ts)).size).toBe(stored.length);
    expect(stored.every((frame) => frame.ts === frame.deviceTs)).toBe(true);
    // Most frames were late; those younger than the offline period were live.
    expect(bench.frameWriter.late.length).toBeGreaterThan(1_700);
  });

  it('does not hide an alarm that is active when it has caught up', async () => {
    await outage();
    bench.pass(stepMs);
    await send(bench.clock.now(), 1_000_000, [0]);
    expect(alarms()).toMatchObject([{ type: 'alarm_on', late: false, at: bench.clock.now() }]);
  });
});

describe('frames that never come in their order', () => {
  it('are each stored once; the newest is shown, and an alarm begins once and ends once', async () => {
    const block = 10;
    const blocks = 120;
    for (let b = 0; b < blocks; b++) {
      bench.pass(block * 1_000);
      // Ten frames every ten seconds, the newest first.
      for (let i = block - 1; i >= 0; i--) {
        const n = b * block + i;
        await send(noon + (n + 1) * 1_000, n, n >= 400 && n < 800 ? [0] : []);
      }
      expect(live().frame_at).toBe(noon + (b + 1) * block * 1_000);
    }
    const stored = [...bench.frameWriter.frames, ...bench.frameWriter.late]
      .map((frame) => frame.ts)
      .sort((a, c) => a - c);
    expect(stored).toEqual(Array.from({ length: blocks * block }, (_, i) => noon + (i + 1) * 1_000));
    expect(alarms().map((event) => [event.type, event.late])).toEqual([
      ['alarm_on', false],
      ['alarm_off', false],
    ]);
    expect(deviceState()?.clock).toMatchObject({ appliedMs: 0, wrong: null });
    expect(bench.types()).not.toContain('device_offline');
  });

  it('are duplicates when they are sent a second time', async () => {
    const order = [4, 2, 5, 1, 3, 0];
    bench.pass(10_000);
    for (const n of order) await send(noon + n * 1_000, n);
    const again = await Promise.all(order.map((n) => send(noon + n * 1_000, n)));
    expect(again.every((receipt) => receipt.kind === 'stored' && receipt.duplicates === 1)).toBe(true);
    expect(bench.frameWriter.frames.length + bench.frameWriter.late.length).toBe(order.length);
  });
});

describe('a birth with 1,001 sensors', () => {
  it('is refused; the previous layout remains, and 1,000 are accepted', async () => {
    const sensors = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `s${i}`, type: 'NUMERIC' }));
    const birth = (count: number) => ({ groups: [{ id: '1', name: 'All', sensors: sensors(count) }] });
    expect(await bench.birth(birth(limits.sensorsPerDevice + 1))).toMatchObject({ kind: 'refused', why: 'limit' });
    expect(live().groups.map((group) => group.Id)).toEqual(someBirth(noon).groups.map((group) => group.id));
    expect(await bench.frame([1, 2, 0])).toMatchObject({ kind: 'stored' });
    expect(await bench.birth(birth(limits.sensorsPerDevice))).toMatchObject({ kind: 'stored' });
  });
});
