import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Handover } from '../notify/4-deliver/send-to-method.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { ContactRig } from './testing/contact-rig.ts';

const database = testDatabase();
let rig: ContactRig;
const noConnection = (): Error => new Error('timeout exceeded when trying to connect');
const tooMany = (): Error => Object.assign(new Error('sorry, too many clients already'), { code: '53300' });

beforeEach(async () => {
  await sql`update message set due_at = null where due_at is not null`.execute(database.db);
  rig = await ContactRig.make(database.db);
  const ann = await rig.escalation.person('Ann');
  await rig.escalation.policy({ steps: [[0, [ann]]] });
  await rig.method(ann, 'webhook', 'http://127.0.0.1:9/');
  await rig.escalation.event();
  await rig.escalation.at(0);
});
afterEach(() => rig.api.http.close());

/** Moves the clock a second at a time until the sender has nothing under way; returns the seconds. */
async function secondsUntilIdle(idle: Promise<void>): Promise<number> {
  let isIdle = false;
  void idle.then(() => {
    isIdle = true;
  });
  const began = rig.clock.now();
  await expect
    .poll(() => {
      if (!isIdle) rig.clock.advanceTo(rig.clock.now() + 1_000);
      return isIdle;
    })
    .toBe(true);
  return (rig.clock.now() - began) / 1_000;
}

it('a message is handed over within seconds although the database refused connections before', async () => {
  const refusals = [noConnection(), tooMany(), tooMany()];
  let handedOver = 0;
  const sender = rig.newSender({
    handOver: async (): Promise<Handover> => {
      const refusal = refusals.shift();
      if (refusal) throw refusal;
      handedOver++;
      return { kind: 'sent', providerId: null };
    },
  });
  await sender.startDue();
  expect(await secondsUntilIdle(sender.idle())).toBeLessThan(60);
  expect([handedOver, (await rig.sent())[0]]).toMatchObject([1, { state: 'sent', attempts: 1 }]);
});

it('a message that was handed over is not sent again because its outcome could not be written at first', async () => {
  let handedOver = 0;
  const refusals = [tooMany(), tooMany()];
  const sender = rig.newSender({
    handOver: async (): Promise<Handover> => {
      handedOver++;
      return { kind: 'failed', error: 'It answered 400' };
    },
    failed: async () => {
      const refusal = refusals.shift();
      if (refusal) throw refusal;
    },
  });
  await sender.startDue();
  await secondsUntilIdle(sender.idle());
  rig.clock.advanceTo(rig.clock.now() + 61_000);
  await sender.startDue();
  await sender.idle();
  expect([handedOver, (await rig.sent())[0]]).toMatchObject([1, { state: 'failed', error: 'It answered 400' }]);
});

it('a message that cannot be prepared is tried again after seconds, and its lease ends at once', async () => {
  const sender = rig.newSender({
    handOver: async () => {
      throw new TypeError('a fault of ours');
    },
  });
  await sender.startDue();
  await sender.idle();
  const { rows } = await sql<{ state: string; wait: number }>`select state,
      extract(epoch from due_at - ${new Date(rig.clock.now())}::timestamptz)::int as wait
    from message where client_id = ${rig.escalation.device.clientId} and method = 'webhook'`.execute(rig.db);
  expect(rows).toEqual([{ state: 'pending', wait: 5 }]);
});

it('a process that stops leaves what the database refuses to the next one', async () => {
  const asked = Promise.withResolvers<void>();
  const sender = rig.newSender({
    handOver: async () => {
      asked.resolve();
      throw tooMany();
    },
  });
  await sender.startDue();
  await asked.promise;
  const stopped = sender.stop();
  rig.clock.advanceTo(rig.clock.now() + 1_000);
  await stopped;
  const next = rig.newSender({ handOver: async (): Promise<Handover> => ({ kind: 'sent', providerId: null }) });
  rig.clock.advanceTo(rig.clock.now() + 61_000);
  await next.startDue();
  await next.idle();
  expect((await rig.sent())[0]).toMatchObject({ state: 'sent' });
});
