import { expect, it } from 'vitest';
import { ClientIds } from './mqtt-client-ids.ts';

const key = (id: string) => ClientIds.keyOf('device:7', id);

it('limits the ids of one identity and forgets disconnected ones first', () => {
  const ids = new ClientIds<string>();
  for (let i = 0; i < 10_000; i++) {
    ids.connected('device:7', key(`id${i}`), `client${i}`, 16);
    ids.disconnected('device:7', key(`id${i}`), `client${i}`, true);
  }
  expect(ids.count('device:7')).toBe(16);
  ids.connected('device:7', key('id9999'), 'again', 16);
  const forgotten = ids.connected('device:7', key('new'), 'new', 16);
  expect(forgotten).toEqual([{ key: key('id9984'), client: null }]);
  for (let i = 0; i < 14; i++) ids.connected('device:7', key(`more${i}`), `more${i}`, 16);
  expect(ids.connected('device:7', key('last'), 'last', 16)).toEqual([{ key: key('id9999'), client: 'again' }]);
});

it('separates identities, and forgets a clean session when it ends', () => {
  const ids = new ClientIds<string>();
  ids.connected('device:7', ClientIds.keyOf('device:7', 'plc'), 'a', 16);
  expect(ids.connected('device:8', ClientIds.keyOf('device:8', 'plc'), 'b', 16)).toEqual([]);
  // Taken over: the end of the older connection does not affect the newer one.
  ids.connected('device:7', ClientIds.keyOf('device:7', 'plc'), 'c', 16);
  ids.disconnected('device:7', ClientIds.keyOf('device:7', 'plc'), 'a', false);
  expect(ids.count('device:7')).toBe(1);
  ids.disconnected('device:7', ClientIds.keyOf('device:7', 'plc'), 'c', false);
  expect([ids.count('device:7'), ids.count('device:8')]).toEqual([0, 1]);
});
