import { expect, it } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { createLog } from '../base/log.ts';
import { UnknownNodes } from '../flow/1-receive/unknown-nodes.ts';
import { catalogOf, LineBench } from '../line/testing/bench-device.ts';
import { DoorFigures } from './door-figures.ts';
import { openExternalMqtt } from './doors.ts';
import { createStoppers } from './stoppers.ts';

// Issue 11: the health page of a process that gave the external broker up to another one
it('counts no external broker as shut that another process is connected to', async () => {
  const log = createLog('silent');
  const stoppers = createStoppers(log);
  const bench = new LineBench();
  const figures = new DoorFigures();
  let isMine = true;
  let moved = (_partitions: readonly number[]): void => {};
  openExternalMqtt(
    'mqtt://127.0.0.1:1',
    'tocsin-test',
    {
      ...{ figures, log, clock: systemClock, intake: bench.line, unknown: new UnknownNodes() },
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
    stoppers,
  );
  const open = () => figures.metrics().find(({ name }) => name.endsWith('mqtt_open'))?.values[0]?.[1];
  expect(open()).toBe(0);
  isMine = false;
  moved([0]);
  await expect.poll(open).toBe(undefined);
  isMine = true;
  moved([0]);
  await expect.poll(open).toBe(0);
  await stoppers.stopAll();
});
