import { LiveDevice } from '@tocsin/contract/live';
import { beforeEach, describe, expect, it } from 'vitest';
import { noon, someBirth, TestPipeline } from '../testing/test-device.ts';
import { freshSilence, heard, offlineAfterMs } from './silence.ts';

const minute = 60_000;
let bench: TestPipeline;
beforeEach(async () => {
  bench = await new TestPipeline().start();
});

const settle = async () => {
  for (let i = 0; i < 5; i++) await Promise.resolve();
};
/** Frames each `every` ms. */
async function run(count: number, every: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await bench.frame([1, 2, 0]);
    bench.pass(every);
  }
}
const live = () => LiveDevice.parse(JSON.parse(bench.pipeline.document(bench.device.id) ?? ''));

describe('the report interval', () => {
  it('is 60 s until there are five gaps, then their median, at least 1 s', () => {
    const silence = freshSilence();
    for (let i = 0; i < 5; i++) heard(silence, i * 10_000);
    expect(silence.usualMs).toBe(60_000);
    heard(silence, 50_000);
    expect(silence.usualMs).toBe(10_000);
    for (let i = 0; i < 40; i++) heard(silence, 60_000 + i * 100);
    expect(silence.usualMs).toBe(1_000);
    expect(silence.gaps).toHaveLength(20);
    expect(offlineAfterMs(silence)).toBe(60_000);
  });
});

describe('silence', () => {
  it('of a device that never sent anything is no event', async () => {
    await bench.birth();
    bench.pass(60 * minute);
    await settle();
    expect(bench.types()).toEqual([]);
  });

  it('lasts three report intervals if those are long', async () => {
    await bench.birth();
    await run(8, 5 * minute);
    // Until there are five gaps, an interval of one minute is assumed.
    const learning = bench.types().length;
    expect(learning).toBe(2 * 5);
    bench.pass(9 * minute);
    await settle();
    expect(bench.types()).toHaveLength(learning);
    bench.pass(2 * minute);
    await settle();
    expect(bench.frameWriter.events.at(-1)).toMatchObject({
      type: 'device_offline',
      active: true,
      content: 'No data for 900 s',
    });
    expect(live()).toMatchObject({ Status: 'Not scanned', device: { is_online: false } });
  });

  it('leaves open alarms open, shown as last known, until the first live frame ends or confirms them', async () => {
    await bench.birth();
    await run(8, 2_000);
    await bench.frame([1, 90, 0], { alarm: [1] });
    bench.pass(5 * minute);
    await settle();
    expect(live()).toMatchObject({ Alarm: true, device: { is_online: false } });
    await bench.frame([1, 90, 0], { alarm: [1] });
    expect(bench.types()).toEqual(['alarm_on', 'device_offline', 'device_online']);
    bench.pass(2_000);
    await bench.frame([1, 40, 0]);
    expect(bench.types().at(-1)).toBe('alarm_off');
  });

  it('is ignored for two intervals after a restart, and then reported once', async () => {
    await bench.birth();
    await run(8, 2 * minute);
    await bench.restart();
    bench.pass(3 * minute);
    await settle();
    expect(bench.types()).toEqual([]);
    bench.pass(3 * minute);
    await settle();
    await bench.restart();
    bench.pass(60 * minute);
    await settle();
    expect(bench.types()).toEqual(['device_offline']);
    await bench.frame([1, 2, 0]);
    expect(bench.frameWriter.events[1]).toMatchObject({
      type: 'device_online',
      forebearId: bench.frameWriter.events[0]?.id,
    });
  });

  it('does not count while the process itself was suspended', async () => {
    await bench.birth();
    await run(8, 2_000);
    // One jump of the clock without a tick in between.
    const clock = bench.clock as { advanceTo(at: number): void; now(): number };
    let frozen = false;
    const now = clock.now.bind(clock);
    clock.now = () => now() + (frozen ? 10 * minute : 0);
    frozen = true;
    bench.clock.advanceTo(now() + 300);
    await settle();
    expect(bench.types()).toEqual([]);
  });

  it('ignores late frames and all but the newest frame of an array', async () => {
    await bench.birth();
    await run(8, 2_000);
    const t = bench.clock.now();
    await bench.send(
      'data',
      [1, 2, 3, 4, 5, 6].map((i) => ({ ts: t - 500 + i * 10, seq: 100 + i, v: [1, 2, 0] })),
    );
    expect(live().usual_interval).toBe(2_000);
  });
});

describe('a death', () => {
  it('makes a device offline at once', async () => {
    await bench.birth();
    await run(3, 2_000);
    await bench.send('death', { ts: bench.clock.now() });
    expect(bench.frameWriter.events).toMatchObject([{ type: 'device_offline', content: 'Death message' }]);
  });

  it('older than the newest birth is ignored, and so is one without ts', async () => {
    await run(1, 0);
    await bench.birth();
    await run(3, 2_000);
    expect(await bench.send('death', { ts: noon - 1 })).toMatchObject({ kind: 'stored' });
    expect(await bench.send('death', {})).toMatchObject({ kind: 'refused', why: 'no_ts' });
    expect(bench.types()).toEqual([]);
  });
});

describe('a device that reports by exception', () => {
  beforeEach(async () => {
    bench.session(1);
    await bench.birth({ rbe: true });
    await bench.send('data', { ts: noon, seq: 1, values: { '4.4000': 70, '4.4001': 40 } });
  });

  it('is online as long as its session, and offline a minute after it ended', async () => {
    bench.pass(10 * 60 * minute);
    await settle();
    expect([bench.types(), live().device.is_online]).toEqual([[], true]);
    bench.session(null);
    bench.pass(50_000);
    await settle();
    expect(bench.types()).toEqual([]);
    bench.pass(20 * minute);
    await settle();
    expect(bench.frameWriter.events).toMatchObject([{ type: 'device_offline', content: 'Session ended' }]);
  });

  it('is online again with its birth, because its last values are valid again', async () => {
    bench.session(null);
    bench.pass(20 * minute);
    await settle();
    bench.session(2);
    await bench.send('birth', someBirth(bench.clock.now(), { rbe: true }));
    expect(bench.types()).toEqual(['device_offline', 'device_online']);
    expect(live().groups[0]?.sensors[0]?.Value).toBe(70);
  });

  it('without a session is treated like any other device', async () => {
    bench.session(null);
    await bench.birth({ rbe: true });
    expect(bench.pipeline.reportsByException(bench.device.id)).toBe(false);
  });
});
