import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Receipt } from './1-receive/intake.ts';
import { isForSlices, slicesOf } from './long-message.ts';
import { noon, TestPipeline } from './testing/test-device.ts';
import type { DecodedFrame } from './types.ts';

const frames = (count: number, from: number, everyMs = 1_000) =>
  Array.from({ length: count }, (_, i) => ({ ts: from + i * everyMs, v: [20 + (i % 10), 30, 0] }));

/** With a state of some length, so that 3,000 of them have more than 256 kB. */
const longFrames = (count: number) =>
  frames(count, noon - 10_000, 1).map((frame) => ({
    ...frame,
    state: { 0: 'a state that the device tells at length' },
  }));

/** A pipeline whose commits the test makes, and the answers to what was sent. */
async function started() {
  const bench = await new TestPipeline().start();
  await bench.birth();
  bench.frameWriter.atOnce = false;
  const answers: Receipt[] = [];
  const send = (body: unknown) => void bench.send('data', body).then((receipt) => answers.push(receipt));
  const queued = () => bench.frameWriter.entries.map((entry) => entry.frames.length + entry.lateFrames.length);
  const commit = async () => {
    bench.frameWriter.commit();
    await turn();
  };
  return { bench, answers, send, queued, commit };
}

const ofSensors = (sensors: number) => ({ ts: noon, values: new Float64Array(sensors) }) as DecodedFrame;

describe('a message of many frames', () => {
  it.each([
    [100, 600, [250, 250, 100]],
    [1_000, 120, [50, 50, 20]],
  ])('of %i sensors is committed by so many frames that a slice has 50,000 values at most', (sensors, count, sizes) => {
    const message = { frames: Array.from({ length: count }, () => ofSensors(sensors)), refused: [], single: false };
    expect(isForSlices(message, 0)).toBe(true);
    expect(slicesOf(message).map(({ frames }) => frames.length)).toEqual(sizes);
  });

  it('is taken whole while 20,000 frames are in slices, so that the queue counts it', () => {
    const message = { frames: Array.from({ length: 5_000 }, () => ofSensors(3)) };
    expect(isForSlices(message, 15_000)).toBe(true);
    expect(isForSlices(message, 15_001)).toBe(false);
  });

  it('is committed in slices, each after the one before, and answered once', async () => {
    const { bench, answers, send, queued, commit } = await started();
    send(frames(600, noon - 86_400_000));
    expect(queued()).toEqual([250]);
    await commit();
    expect(queued()).toEqual([250]);
    await commit();
    expect(queued()).toEqual([100]);
    expect(answers).toEqual([]);
    await commit();
    expect(answers).toEqual([
      {
        kind: 'stored',
        accepted: 600,
        duplicates: 0,
        rejectedValues: 0,
        refusedFrames: 0,
        refusedReason: '',
        frameBytes: expect.any(Number) as number,
      },
    ]);
    expect(bench.frameWriter.late).toHaveLength(600);
  });

  it.each([
    ['pauses after a slice as long as the slice took', 40, 40],
    ['pauses for at most 100 ms', 5_000, 100],
  ])('%s', async (_, tookMs, pauseMs) => {
    const { bench, answers, send, queued, commit } = await started();
    send(frames(251, noon - 86_400_000));
    bench.clock.advanceTo(bench.clock.now() + tookMs);
    await commit();
    bench.clock.advanceTo(bench.clock.now() + pauseMs - 1);
    await turn();
    expect(queued()).toEqual([]);
    bench.clock.advanceTo(bench.clock.now() + 1);
    expect(queued()).toEqual([1]);
    await commit();
    expect(answers).toMatchObject([{ kind: 'stored', accepted: 251 }]);
  });

  it('keeps later messages of the device behind it', async () => {
    const { bench, answers, send, queued, commit } = await started();
    send(frames(251, noon - 10_000, 10));
    send({ ts: noon, v: [41.5, 92, 0] });
    expect(queued()).toEqual([250]);
    await commit();
    expect(queued()).toEqual([1]);
    await commit();
    expect(answers.map((receipt) => receipt.kind)).toEqual(['stored']);
    await commit();
    expect(answers).toHaveLength(2);
    expect(bench.frameWriter.frames.at(-1)).toMatchObject({ ts: noon });
    expect(bench.frameWriter.late).toEqual([]);
  });

  it('is decoded in steps when it has many bytes, with other messages of the device behind it', async () => {
    const { bench, answers, send, queued, commit } = await started();
    send(longFrames(3_000));
    send({ ts: noon, v: [41.5, 92, 0] });
    expect(queued()).toEqual([]);
    while (queued().length === 0) await turn();
    for (let left = 12; left > 0; left--) {
      expect(queued()).toEqual([250]);
      await commit();
    }
    expect(queued()).toEqual([1]);
    await commit();
    expect(answers).toMatchObject([
      { kind: 'stored', accepted: 3_000 },
      { kind: 'stored', accepted: 1 },
    ]);
    expect(bench.frameWriter.frames.at(-1)).toMatchObject({ ts: noon });
  });

  it('is refused whole when a later step finds that it has more frames than a message may have', async () => {
    const { answers, send, queued } = await started();
    send(frames(10_001, noon - 86_400_000));
    while (answers.length === 0) await turn();
    expect(answers).toMatchObject([{ kind: 'refused', why: 'limit' }]);
    send({ ts: noon, v: [41.5, 92, 0] });
    expect(queued()).toEqual([1]);
  });

  it('is not stored when its device was removed while it was being decoded', async () => {
    const { bench, answers, send, queued } = await started();
    send(longFrames(3_000));
    bench.pipeline.registry.remove(bench.device.id);
    while (answers.length === 0) await turn();
    expect(answers).toEqual([{ kind: 'again' }]);
    expect(queued()).toEqual([]);
  });

  it('asks for everything again when a slice was not stored, and finds what was', async () => {
    const { bench, answers, send, queued, commit } = await started();
    const body = frames(600, noon - 86_400_000);
    send(body);
    await commit();
    bench.frameWriter.giveUp();
    await turn();
    expect(answers).toEqual([{ kind: 'again' }]);
    expect(queued()).toEqual([]);
    bench.frameWriter.atOnce = true;
    expect(await bench.send('data', body)).toMatchObject({ kind: 'stored', accepted: 350, duplicates: 250 });
    expect(bench.frameWriter.late).toHaveLength(600);
  });

  it('stores the rest when a slice is refused for good', async () => {
    const { bench, answers, send, queued, commit } = await started();
    send(frames(600, noon - 86_400_000));
    const [entry] = bench.frameWriter.entries.splice(0);
    entry?.done('refused', 0);
    await turn();
    expect(queued()).toEqual([250]);
    await commit();
    await commit();
    expect(answers).toMatchObject([
      { kind: 'stored', accepted: 350, refusedFrames: 250, refusedReason: 'It could not be stored' },
    ]);
  });

  it('is refused with its reason when nothing of it can be accepted', async () => {
    const { bench } = await started();
    bench.frameWriter.atOnce = true;
    expect(await bench.send('data', frames(600, noon + 86_400_000))).toMatchObject({
      kind: 'refused',
      why: 'future',
    });
  });

  it('tells the present by its newest frame alone, wherever that stands', async () => {
    const { bench, send, commit } = await started();
    const list = frames(501, noon - 500_000);
    send([list.at(-1), ...list.slice(0, -1)]);
    await commit();
    const state = () => bench.pipeline.registry.get(bench.device.id)?.deviceState;
    expect(state()?.onlineSince).toBeNull();
    await commit();
    await commit();
    expect(state()).toMatchObject({ online: true, newest: { ts: noon } });
  });

  it('asks for other messages again when too many are behind it', async () => {
    const { answers, send, commit } = await started();
    send(frames(251, noon - 86_400_000));
    for (let i = 0; i < 201; i++) send({ ts: noon + i, v: [1, 2, 0] });
    await turn();
    expect(answers).toEqual([{ kind: 'again' }]);
    await commit();
    await commit();
    await commit();
    expect(answers.filter(({ kind }) => kind === 'stored')).toHaveLength(201);
  });
});
