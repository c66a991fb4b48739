import { describe, expect, it } from 'vitest';
import { TestPipeline } from './testing/test-device.ts';

const hour = 3_600_000;

/** A device whose frames come with a clock so far ahead. */
async function device() {
  const bench = await new TestPipeline().start();
  await bench.birth();
  await bench.frame([20, 30, 0]);
  const ahead = (alarm: boolean | undefined, { by = hour, ...more }: { by?: number; historical?: boolean } = {}) =>
    bench.send('data', {
      ts: bench.clock.now() + by,
      values: { '4.4000': { value: 95, ...(alarm === undefined ? {} : { alarm }) } },
      ...more,
    });
  const row = () =>
    bench.frameWriter.events.map(({ type, at, content, active, notified }) => ({
      type,
      at,
      content,
      active,
      notified,
    }));
  return { bench, ahead, row };
}

describe('an alarm of a device whose clock is ahead', () => {
  it('begins and ends once, at the time of the server, and notifies like any other', async () => {
    const { bench, ahead, row } = await device();
    bench.pass(2_000);
    const began = bench.clock.now();
    expect(await ahead(true)).toMatchObject({ kind: 'refused', why: 'future' });
    bench.pass(2_000);
    await ahead(true);
    await ahead(undefined);
    bench.pass(2_000);
    const ended = bench.clock.now();
    expect(await ahead(false)).toMatchObject({ kind: 'refused', why: 'future' });
    await ahead(false);
    const alarms = row().filter(({ type }) => type.startsWith('alarm'));
    expect(alarms).toEqual([
      { type: 'alarm_on', at: began, content: 'Alarm (late: device clock is ahead)', active: true, notified: true },
      {
        type: 'alarm_off',
        at: ended,
        content: 'Alarm cleared (late: device clock is ahead)',
        active: false,
        notified: true,
      },
    ]);
    expect(bench.frameWriter.ends).toHaveLength(1);
    // No value and no history.
    expect(bench.frameWriter.frames).toHaveLength(1);
    expect(bench.frameWriter.late).toHaveLength(0);
    expect(JSON.parse(bench.pipeline.document(bench.device.id) ?? '')).not.toMatchObject({ values: [95] });
    expect(bench.pipeline.refused).toEqual({ future: 5 });
  });

  it('is committed before the message is answered', async () => {
    const { bench, ahead } = await device();
    bench.frameWriter.atOnce = false;
    let isAnswered = false;
    const answer = ahead(true).then(() => {
      isAnswered = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect([isAnswered, bench.frameWriter.entries.length]).toEqual([false, 1]);
    bench.frameWriter.commit();
    await answer;
    expect(bench.types()).toContain('alarm_on');
  });

  it('stays open while later frames do not speak of it, and is ended by any that does', async () => {
    const { bench, ahead } = await device();
    await ahead(true);
    bench.pass(2_000);
    await bench.send('data', { ts: bench.clock.now(), values: { '4.4001': 31 } });
    await bench.send('data', { ts: bench.clock.now() + 1, values: { '4.4000': null } });
    expect(bench.types().filter((type) => type.startsWith('alarm'))).toEqual(['alarm_on']);
    await bench.restart();
    bench.pass(2_000);
    await ahead(true);
    expect(bench.types().filter((type) => type.startsWith('alarm'))).toEqual(['alarm_on']);
    bench.pass(2_000);
    await bench.frame([20, 30, 0]);
    expect(bench.types().filter((type) => type.startsWith('alarm'))).toEqual(['alarm_on', 'alarm_off']);
  });

  it('is not ended by an older frame', async () => {
    const { bench, ahead } = await device();
    await ahead(true, { by: hour + 5_000 });
    await ahead(false, { by: hour + 2_000 });
    expect(bench.types().filter((type) => type.startsWith('alarm'))).toEqual(['alarm_on']);
    await bench.restart();
    await ahead(false, { by: hour + 3_000 });
    expect(bench.types().filter((type) => type.startsWith('alarm'))).toEqual(['alarm_on']);
    await ahead(false, { by: hour + 6_000 });
    expect(bench.types().filter((type) => type.startsWith('alarm'))).toEqual(['alarm_on', 'alarm_off']);
  });

  it('does not begin in a frame that is marked as history, or less than 5 minutes ahead twice', async () => {
    const { bench, ahead } = await device();
    await ahead(true, { historical: true });
    expect(bench.types().filter((type) => type.startsWith('alarm'))).toEqual([]);
    await ahead(true, { by: 4 * 60_000 });
    expect(bench.types().filter((type) => type.startsWith('alarm'))).toEqual(['alarm_on']);
    expect(bench.frameWriter.events.at(-1)?.content).toBe('Alarm');
  });

  it('joins the frames of the decided clock, and keeps its beginning', async () => {
    const { bench, ahead } = await device();
    bench.pass(3_000);
    const began = bench.clock.now();
    for (let i = 0; i < 8; i++) {
      await ahead(true);
      bench.pass(3_000);
    }
    // Five frames over 10 s decide the clock; the next ones are live, with the hour subtracted.
    expect(bench.frameWriter.frames.length).toBeGreaterThan(1);
    const alarms = bench.frameWriter.events.filter(({ type }) => type.startsWith('alarm'));
    expect(alarms.map(({ type, at }) => [type, at])).toEqual([['alarm_on', began]]);
    await ahead(false);
    const [, off] = bench.frameWriter.events.filter(({ type }) => type.startsWith('alarm'));
    expect(off).toMatchObject({ type: 'alarm_off', at: bench.clock.now() });
  });
});
