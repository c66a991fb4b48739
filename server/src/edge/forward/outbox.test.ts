import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { EdgeQueue } from '../disk/edge-queue.ts';
import { Outbox } from './outbox.ts';

it('leaves a record that is still being written to the disk to be sent later', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outbox-'));
  const log = createLog('silent');
  const queue = new EdgeQueue({
    folder,
    maxBytes: 1024 * 1024,
    log,
    now: () => 1_000,
    checkpoint: () => '{"devices":[]}',
    restore: () => {},
  });
  const outbox = new Outbox(queue, log);
  const text = '{"n":1000,"d":5,"k":"gap","from":1,"to":2,"polls":1}';
  const stored = new Promise<boolean>((resolve) => queue.append([() => text], resolve));
  expect(outbox.backfill(0).items).toEqual([]);
  expect(await stored).toBe(true);
  expect([queue.records, queue.confirmed.has(1_000)]).toEqual([1, false]);
  outbox.add([{ n: 1_000, deviceId: 5, kind: 'gap', hash: null, isNewest: false, text }], 0);
  expect(outbox.backfill(60_000).items.map(({ n }) => n)).toEqual([1_000]);
  await queue.stop();
  rmSync(folder, { recursive: true, force: true });
});
