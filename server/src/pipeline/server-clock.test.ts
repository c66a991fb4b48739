import { DeviceId } from '@tocsin/contract/ids';
import { LiveDevice } from '@tocsin/contract/live';
import { beforeEach, describe, expect, it } from 'vitest';
import { jsonMessage } from './1-receive/json/json-messages.ts';
import { noon, someBirth, someDevice, TestPipeline } from './testing/test-device.ts';

const hour = 3_600_000;
const minute = 60_000;
const ids = [7, 8, 9].map((id) => DeviceId.parse(id));
let bench: TestPipeline;
let seq = 0;

const send = (id: DeviceId, kind: 'birth' | 'data', body: object) =>
  new Promise<unknown>((resolve) => {
    bench.pipeline.take(jsonMessage(kind, id, Buffer.from(JSON.stringify(body)), null, false), resolve);
  });

/** Every device sends a frame each 2 s, with its own deviation from the true time. */
async function run(count: number, by: readonly number[] = []): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (let i = 0; i < count; i++) {
    bench.pass(2_000);
    for (const [n, id] of ids.entries())
      answers.push(await send(id, 'data', { ts: bench.clock.now() + (by[n] ?? 0), seq: seq++, v: [20, 40, 0] }));
  }
  return answers;
}
const outcomes = (answers: readonly unknown[]) => [...new Set(answers.map((one) => JSON.stringify(one)))].join();
const notices = () =>
  ids.flatMap((id) => LiveDevice.parse(JSON.parse(bench.pipeline.document(id) ?? '')).notices.map(({ kind }) => kind));
/** Every frame is stored at the device's time, to the millisecond. */
const moved = () => bench.frameWriter.frames.filter((frame) => frame.ts !== frame.deviceTs);

beforeEach(async () => {
  bench = new TestPipeline();
  for (const id of ids.slice(1))
    bench.devices.set(id, someDevice({ id, serialNumber: `SN${id}`, udfId: `LEG${id}`, title: `Leg ${id}` }));
  await bench.start();
  seq = 0;
  for (const id of ids) await send(id, 'birth', someBirth(noon));
});

// spec: decisions 5 Clock: a wrong clock is not lateness
// meets: iec-62443-4-2 CR 2.11
describe("the server's clock, while the devices agree with the time before,", () => {
  it.each([-hour, hour])('stepping by %i ms refuses, moves and delays no frame and blames no device', async (step) => {
    await run(16);
    bench.serverStepMs = step;
    const answers = await run(16);
    expect(outcomes(answers)).toBe(outcomes(await run(1)));
    expect(outcomes(answers)).toContain('stored');
    expect([moved(), bench.frameWriter.late, bench.types(), notices()]).toEqual([[], [], [], []]);
    expect(bench.frameWriter.frames).toHaveLength(33 * ids.length);
    expect(bench.pipeline.clock.correctionMs / minute).toBeCloseTo(-step / minute, 0);
  });

  it('being corrected continues without a gap', async () => {
    await run(16);
    for (const step of [-hour, 0, hour, 0]) {
      bench.serverStepMs = step;
      await run(8);
    }
    expect(bench.pipeline.clock.correctionMs).toBe(0);
    expect([moved(), bench.frameWriter.late, bench.types(), notices()]).toEqual([[], [], [], []]);
  });

  it('being behind at the start is detected from frames received before', async () => {
    await run(16);
    bench.serverStepMs = -hour;
    await bench.restart();
    await run(8);
    expect([moved(), bench.frameWriter.late, notices()]).toEqual([[], [], []]);
    expect(bench.frameWriter.frames).toHaveLength(24 * ids.length);
  });
});

describe("a device's clock", () => {
  it('stepping alone is the wrong one', async () => {
    await run(16);
    await run(8, [-hour, 0, 0]);
    expect(notices()).toEqual(['clock']);
    expect(bench.pipeline.clock.correctionMs).toBe(0);
  });

  it('following a step of the server does not outvote the others', async () => {
    await run(16);
    bench.serverStepMs = -hour;
    await run(8, [-hour, 0, 0]);
    expect(bench.pipeline.clock.correctionMs / minute).toBeCloseTo(60, 0);
    expect(notices()).toEqual(['clock']);
  });

  it('that was behind the server is correct once the server is set back', async () => {
    await run(16, [-hour, -hour, -hour]);
    const before = bench.frameWriter.frames.length + bench.frameWriter.late.length;
    bench.serverStepMs = -hour;
    await run(16, [-hour, -hour, -hour]);
    expect(bench.pipeline.clock.correctionMs).toBe(0);
    expect(bench.frameWriter.frames.length + bench.frameWriter.late.length).toBe(2 * before);
    const last = bench.frameWriter.frames.at(-1);
    expect(last?.ts).toBe(last?.deviceTs);
  });
});
