import { DeviceId } from '@tocsin/contract/ids';
import { expect, it } from 'vitest';
import { drivenClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { ActiveEvents } from './active-events.ts';

const settled = () => new Promise<void>((done) => setImmediate(done));
const id = (n: number) => DeviceId.parse(n);

it('combines all queries made while the database was unavailable into one', async () => {
  const clock = drivenClock(0);
  const requests: (readonly DeviceId[] | 'all')[] = [];
  let isAway = true;
  const active = new ActiveEvents({
    clock,
    log: createLog('silent'),
    pipeline: { notifications: { news: 0, restore: () => [] } },
    frameWriter: {
      loadActive: async (which) => {
        requests.push(which);
        if (isAway) throw new Error('away');
        return [];
      },
    },
  });
  for (let n = 1; n <= 20; n++) await active.read([id(n)]);
  expect(requests).toHaveLength(20);
  clock.advanceTo(10_000);
  await settled();
  expect(requests).toHaveLength(21);
  expect(requests.at(-1)).toHaveLength(20);
  isAway = false;
  clock.advanceTo(60_000);
  await settled();
  expect(requests).toHaveLength(22);
  expect(requests.at(-1)).toHaveLength(20);
  clock.advanceTo(600_000);
  await settled();
  expect(requests).toHaveLength(22);
});
