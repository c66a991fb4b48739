import { expect, it } from 'vitest';
import { TestPipeline } from '../pipeline/testing/test-device.ts';
import { AdapterMetrics } from './adapter-metrics.ts';
import { probesOf } from './probes.ts';

const never = () => new Promise<never>(() => {});

/** Probes of a server whose database hangs: it neither answers nor refuses. */
async function withHungDatabase() {
  const calls = { up: 0, stored: 0 };
  const bench = await new TestPipeline().start();
  const frameWriter = {
    late: () => ({ bytes: 0, since: null, lookups: null }),
    storedUntil: () => 0,
    waitingBytes: 0,
    mostWaitingBytes: 1,
    metrics: {
      frames: 0,
      duplicates: 0,
      conflicts: 0,
      refused: 0,
      batches: 0,
      fenced: 0,
      retries: 0,
      lateHeld: 0,
      trouble: null,
    },
  };
  const adapters = new AdapterMetrics();
  const probes = probesOf({
    config: { proxies: 0, metricsToken: null },
    pipeline: bench.pipeline,
    frameWriter,
    partitions: () => 64,
    busRefused: () => ({}),
    security: () => ({}),
    dataDir: '/',
    now: () => 0,
    clockOffsets: () => ({}),
    loopDelayMs: () => 0,
    adapters,
    stored: () => {
      calls.stored++;
      return never();
    },
    hours: null,
    archive: null,
    isUp: () => {
      calls.up++;
      return never();
    },
    isBusUp: null,
    answerWithinMs: 20,
  });
  return { probes, calls, adapters };
}

it('report a hung database as unavailable within their own limit, and query it once', async () => {
  const { probes, calls } = await withHungDatabase();
  const [first, second] = await Promise.all([probes.readiness(), probes.readiness()]);
  expect(first).toEqual({ ready: false, parts: { database: 'away', recording: 'ok' } });
  expect(second).toEqual(first);
  expect(await probes.metrics()).toContain('tocsin_database_up 0');
  expect(calls).toEqual({ up: 1, stored: 1 });
});

it.each(['away', 'topic refused'] as const)('report an external broker that is %s', async (state) => {
  const { probes, adapters } = await withHungDatabase();
  Object.defineProperty(adapters, 'brokerState', { value: state });
  expect((await probes.readiness()).parts).toEqual({ database: 'away', broker: state, recording: 'ok' });
});
