import { expect, it } from 'vitest';
import { UnknownNodes } from '../pipeline/1-receive/sparkplug/unknown-nodes.ts';
import { catalogOf, TestPipeline } from '../pipeline/testing/test-device.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { metricsByName } from '../platform/metrics.ts';
import { AdapterMetrics } from './adapter-metrics.ts';
import { openExternalMqtt } from './adapters.ts';
import { createShutdownHooks } from './shutdown-hooks.ts';

// Health page of a process that handed the external broker over to another one.
it('does not count an external broker as disconnected when another process is connected to it', async () => {
  const log = createLog('silent');
  const shutdownHooks = createShutdownHooks(log);
  const bench = new TestPipeline();
  const metrics = new AdapterMetrics();
  let isMine = true;
  let moved = (_partitions: readonly number[]): void => {};
  openExternalMqtt(
    { url: 'mqtt://127.0.0.1:1', clientId: 'tocsin-test', sparkplug: { hostId: 'tocsin', reorderMs: 2_000 } },
    {
      metrics,
      log,
      clock: systemClock,
      intake: bench.pipeline,
      unknown: new UnknownNodes(),
      devices: { catalog: catalogOf(bench.devices) },
      running: {
        ownership: { holds: () => isMine, epochOf: () => (isMine ? 1 : undefined) },
        others: {
          onMoved(fn) {
            moved = fn;
          },
        },
      },
    },
    shutdownHooks,
  );
  const open = async () => (await metricsByName(metrics.groups)).get('mqtt_open');
  expect(await open()).toBe(0);
  isMine = false;
  moved([0]);
  await expect.poll(open).toBe(undefined);
  isMine = true;
  moved([0]);
  await expect.poll(open).toBe(0);
  await shutdownHooks.stopAll();
});
