import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { evaluatedDevice } from '../device-runtime.ts';
import { type HourInput, type HourOutcome, notConfirmed } from '../hour-types.ts';
import { HourEvaluation, hour, isEvaluated } from '../testing/hour-evaluation.ts';
import { noon, TestPipeline } from '../testing/test-device.ts';

// Many generated cases; generous, because other work may share the machine.
const rule = { id: 5, path: '4.4000', sign: '>', value: 65, delayMs: 60_000 } as const;
let bench: TestPipeline;
let hours: HourEvaluation;

beforeEach(async () => {
  bench = await new TestPipeline({ warningRules: [rule] }).start();
  await bench.birth();
  hours = new HourEvaluation(bench);
});

/** Does what the compactor does: reads an hour, evaluates it, and stores the events. */
const job = (t0: number, over: Partial<HourInput> = {}): HourOutcome => hours.run(t0, over);

const nothing = { insert: [], ends: [], moves: [], remove: [], merges: [] };

/** Frames that a device stored during an outage, sent as one array. */
const backfill = (from: number, values: readonly (readonly [number, boolean])[]) =>
  bench.send(
    'data',
    values.map(([value, alarm], i) => ({
      ts: from + i * 60_000,
      seq: 10_000 + i,
      v: [value, 40, 0],
      alarm: alarm ? [0] : [],
    })),
  );

describe('late events of a shelved time', () => {
  const shelf = {
    groupId: '4',
    sensorId: '4000',
    ruleId: null,
    coversAlarms: true,
    priority: 'high',
    from: noon + 2.5 * 60_000,
    to: noon + 4.5 * 60_000,
  } as const;

  it('are marked by what covered their beginning at that moment', async () => {
    await bench.frame([20, 40, 0]);
    bench.pass(2 * hour);
    await backfill(noon + 60_000, [
      [20, true],
      [70, false],
      [71, true],
      [20, true],
      [20, false],
      [20, true],
      [20, false],
    ]);
    const outcome = job(noon, { shelves: [shelf] });
    expect(outcome.insert.map((event) => [event.type, (event.at - noon) / 60_000, event.shelved])).toEqual([
      ['alarm_on', 1, false],
      ['alarm_off', 2, false],
      ['warning_on', 3, true],
      ['alarm_on', 3, true],
      ['warning_off', 5, true],
      ['alarm_off', 5, true],
      ['alarm_on', 6, false],
      ['alarm_off', 7, false],
    ]);
    const { end } = outcome;
    expect(job(noon, { shelves: [shelf] })).toMatchObject({ ...nothing, end });
  });

  it('are not marked when their priority breaks through', async () => {
    await bench.frame([20, 40, 0]);
    bench.pass(2 * hour);
    await backfill(noon + 180_000, [
      [20, true],
      [20, false],
    ]);
    const outcome = job(noon, { shelves: [{ ...shelf, priority: 'medium' }] });
    expect(outcome.insert.map((event) => event.shelved)).toEqual([false, false]);
  });
});

describe('re-evaluating an hour', () => {
  it('changes nothing where no frame is late, whatever the rules are now', async () => {
    for (let i = 0; i < 20; i++) {
      await bench.frame([i > 3 && i < 12 ? 80 : 20, 40, 0], { alarm: i === 8 ? [0] : [] });
      bench.pass(30_000);
    }
    expect(bench.types().filter((type) => /alarm|warning/.test(type))).toEqual([
      'warning_on',
      'alarm_on',
      'alarm_off',
      'warning_off',
    ]);
    const stricter = {
      ...evaluatedDevice(bench.device),
      warningRules: [rule, { ...rule, id: 6, value: 10, delayMs: 0 }],
    };
    expect(job(noon, { device: stricter })).toMatchObject(nothing);
  });

  it('ends as it is stored when nothing but the arrival of its frames differs', async () => {
    await bench.frame([20, 40, 0]);
    const { end } = job(noon);
    const stored = (place: number) => {
      const pair: { full: { judged: string } } = JSON.parse(end);
      const judged: number[] = JSON.parse(pair.full.judged);
      judged[place] = (judged[place] ?? 0) + 346;
      return JSON.stringify({ ...pair, full: { ...pair.full, judged: JSON.stringify(judged) } });
    };
    const [frameTs, frameArrival] = [12, 13];
    expect(job(noon, { storedEnd: stored(frameArrival) }).end).toBe(stored(frameArrival));
    expect(job(noon, { storedEnd: stored(frameTs) }).end).toBe(end);
  });

  it('finds alarms and warnings in back-fill, marks them late, notifies of none, and is idempotent', async () => {
    await bench.frame([20, 40, 0]);
    bench.pass(2 * hour);
    await backfill(noon + 60_000, [
      [20, false],
      [70, false],
      [71, false],
      [72, true],
      [60, false],
      [50, false],
      [50, false],
    ]);
    const outcome = job(noon);
    expect(
      outcome.insert.map((event) => [event.type, (event.at - noon) / 60_000, event.late, event.notified, event.active]),
    ).toEqual([
      ['warning_on', 3, true, false, false],
      ['alarm_on', 4, true, false, false],
      ['alarm_off', 5, true, false, false],
      ['warning_off', 6, true, false, false],
    ]);
    const [warning, alarm] = outcome.insert;
    expect(outcome.insert[2]?.forebearId).toBe(alarm?.id);
    expect(outcome.ends.map((end) => end.id)).toEqual([alarm?.id, warning?.id]);
    const { end } = outcome;
    expect(job(noon)).toMatchObject({ ...nothing, end });
  });

  it('moves back the start of an alarm raised by the first live frame', async () => {
    await bench.frame([20, 40, 0]);
    bench.pass(20 * 60_000);
    await bench.frame([82, 40, 0], { alarm: [0] });
    const live = bench.frameWriter.events.find((event) => event.type === 'alarm_on');
    await backfill(noon + 60_000, [
      [20, false],
      [81, true],
      [81, true],
    ]);
    const outcome = job(noon);
    expect(outcome.moves).toEqual([{ id: live?.id, at: noon + 120_000 }]);
    expect(outcome.insert.filter((event) => event.type === 'alarm_on')).toEqual([]);
    expect(job(noon)).toMatchObject(nothing);
  });

  it('moves it back across the hour, merging the late event of the previous hour', async () => {
    await bench.frame([20, 40, 0]);
    bench.pass(hour + 20 * 60_000);
    await bench.frame([82, 40, 0], { alarm: [0] });
    const live = bench.frameWriter.events.find((event) => event.type === 'alarm_on');
    await backfill(noon + 58 * 60_000, [
      [81, true],
      [81, true],
      [81, true],
    ]);
    const [late] = job(noon).insert;
    expect(late).toMatchObject({ type: 'alarm_on', late: true });
    const second = job(noon + hour);
    expect(second).toMatchObject({
      moves: [{ id: live?.id, at: late?.at }],
      remove: [late?.id],
      merges: [{ from: late?.id, into: live?.id }],
    });
    // The previous hour is pending again, because an event moved into it; then nothing changes any more.
    expect(job(noon)).toMatchObject(nothing);
    expect(job(noon + hour)).toMatchObject(nothing);
    expect(job(noon)).toMatchObject(nothing);
    expect(bench.frameWriter.events.filter((event) => event.type === 'alarm_on').map((event) => event.id)).toEqual([
      live?.id,
    ]);
  });

  it('ends a late alarm in the next hour with the live frame that clears it', async () => {
    await bench.frame([20, 40, 0]);
    bench.pass(hour + 60_000);
    await bench.frame([20, 40, 0]);
    await backfill(noon + 50 * 60_000, [
      [81, true],
      [81, true],
    ]);
    const [on] = job(noon).insert;
    const second = job(noon + hour);
    expect(second.insert).toMatchObject([
      { type: 'alarm_off', late: true, forebearId: on?.id, at: noon + hour + 60_000 },
    ]);
    expect(second.ends).toMatchObject([{ id: on?.id, endedAt: noon + hour + 60_000 }]);
    expect(job(noon + hour)).toMatchObject(nothing);
  });

  it('removes a late event that more complete data no longer supports', async () => {
    await bench.frame([20, 40, 0]);
    bench.pass(2 * hour);
    await bench.send('data', [
      { ts: noon + 60_000, seq: 10_000, values: { '4.4000': { value: 80, alarm: true } } },
      { ts: noon + 180_000, seq: 10_002, values: { '4.4001': 3 } },
    ]);
    const first = job(noon).insert;
    expect(first.map((event) => event.type)).toContain('warning_on');
    // The value returned to normal at once; the warning's delay never elapsed.
    await bench.send('data', [{ ts: noon + 61_000, seq: 10_001, values: { '4.4000': { value: 20, alarm: false } } }]);
    const second = job(noon);
    const warning = first.find((event) => event.type === 'warning_on');
    expect(second.remove).toContain(warning?.id);
    expect(second.insert.map((event) => event.type)).toEqual(['alarm_off']);
    expect(job(noon)).toMatchObject(nothing);
  });

  it.each(['notified', 'acknowledged'])('ends an event that was %s instead of removing it', async (known) => {
    await bench.frame([20, 40, 0]);
    bench.pass(2 * hour);
    await bench.send('data', [
      { ts: noon + 60_000, seq: 10_000, values: { '4.4000': { value: 80, alarm: true } } },
      { ts: noon + 180_000, seq: 10_002, values: { '4.4001': 3 } },
    ]);
    const warning = job(noon).insert.find((event) => event.type === 'warning_on');
    const id = warning?.id ?? 0;
    if (known === 'acknowledged') hours.acknowledged.add(id);
    else
      bench.frameWriter.events.splice(
        0,
        bench.frameWriter.events.length,
        ...bench.frameWriter.events.map((event) => (event.id === id ? { ...event, notified: true } : event)),
      );
    await bench.send('data', [{ ts: noon + 61_000, seq: 10_001, values: { '4.4000': { value: 20, alarm: false } } }]);
    const second = job(noon);
    expect(second.remove).not.toContain(id);
    expect(second.ends).toContainEqual({ id, deviceId: bench.device.id, endedAt: warning?.at, reason: notConfirmed });
    expect(job(noon)).toMatchObject(nothing);
  });

  it('notifies once of a late alarm from the last ten minutes', async () => {
    await bench.frame([20, 40, 0]);
    bench.pass(5 * 60_000);
    await bench.frame([20, 40, 0]);
    await backfill(noon + 60_000, [
      [60, true],
      [20, false],
    ]);
    expect(job(noon).insert.map((event) => [event.type, event.late, event.notified])).toEqual([
      ['alarm_on', true, true],
      ['alarm_off', true, false],
    ]);
    expect(job(noon)).toMatchObject(nothing);
  });

  it('fills values missing from late messages from the preceding frame', async () => {
    await bench.frame([20, 40, 0]);
    bench.pass(hour / 2);
    await bench.send('data', { ts: bench.clock.now(), seq: 50, values: { '4.4001': 41 } });
    await bench.send('data', { ts: noon + 60_000, seq: 1, values: { '4.4000': 33 } });
    const { frames } = job(noon);
    expect(frames.map((frame) => [...frame.values.subarray(0, 2)])).toEqual([
      [20, 40],
      [33, 40],
      [33, 41],
    ]);
    expect(job(noon, { frames })).toMatchObject({ end: hours.ends.get(noon) });
  });

  it('finds the same alarms however the frames were split into live and late ones', async () => {
    const minutes = 150;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: minutes, maxLength: minutes }),
        async (plan) => {
          bench = await new TestPipeline().start();
          await bench.birth();
          hours = new HourEvaluation(bench);
          const late: object[] = [];
          const truth: string[] = [];
          let before = false;
          for (const [i, [alarm, isLate]] of plan.entries()) {
            const ts = noon + i * 60_000;
            bench.clock.advanceTo(ts);
            const frame = { ts, seq: i, v: [20, 40, 0], alarm: alarm ? [0] : [] };
            // The last frame is live, so that the others are late.
            if (isLate && i < minutes - 1) late.push(frame);
            else await bench.send('data', frame);
            if (alarm !== before) truth.push(`${alarm ? 'alarm_on' : 'alarm_off'} ${i}`);
            before = alarm;
          }
          bench.pass(hour);
          await bench.send('data', [
            ...late,
            { ts: noon + minutes * 60_000, seq: minutes, v: [20, 40, 0], alarm: before ? [0] : [] },
          ]);
          // An hour makes the next one pending while its end changes, and the previous one when an event moved into it.
          for (let round = 0; round < 4; round++) for (const t0 of [noon, noon + hour, noon + 2 * hour]) job(t0);
          const edges = bench.frameWriter.events
            .filter(isEvaluated)
            .sort((a, b) => a.at - b.at)
            .map((event) => `${event.type} ${(event.at - noon) / 60_000}`);
          expect(edges).toEqual(truth);
          for (const t0 of [noon, noon + hour, noon + 2 * hour]) expect(job(t0)).toMatchObject(nothing);
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 25) },
    );
  });
});
