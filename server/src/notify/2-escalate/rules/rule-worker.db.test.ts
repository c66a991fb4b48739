import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../platform/db.ts';
import { createLog } from '../../../platform/log.ts';
import { PendingWorker } from '../../../platform/pending-worker.ts';
import { testDatabase } from '../../../platform/testing/database.ts';
import { minute, SendingRig } from '../../testing/rule-mails.ts';
import { askPending } from './rule-worker.ts';

const database = testDatabase();
let rig: SendingRig;
beforeAll(async () => {
  rig = await SendingRig.make(database.db);
});
beforeEach(() => rig.fresh());

const pendingCount = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pending_event`.execute(database.db);
  return rows[0]?.count;
};
/** Fails as a process does that dies before it has forgotten its pending work. */
const dies = async () => {
  throw new Error('killed');
};

describe('pending rule events', () => {
  it('stay pending when the process dies in between, and are then mailed once', async () => {
    await rig.makeRule();
    await rig.enqueue([await rig.event()]);
    await expect(askPending({ ...rig.dependencies, loadPerson: dies })).rejects.toThrow('killed');
    expect([await pendingCount(), (await rig.mails()).length]).toEqual([1, 0]);
    while (await askPending(rig.dependencies));
    expect([await pendingCount(), (await rig.mails()).length]).toEqual([0, 1]);
  });

  it('is mailed once although the rules had answered when the process died', async () => {
    await rig.makeRule();
    const id = await rig.event();
    await rig.deliver(id);
    await rig.deliver(id);
    expect(await rig.mails()).toHaveLength(1);
  });

  it('processes all pending events at once, an end with its beginning', async () => {
    await rig.makeRule();
    const on = await rig.event();
    await rig.enqueue([on, await rig.event({ type: 'alarm_off', forebear: on }), await rig.event({ sensor: '4001' })]);
    expect([await askPending(rig.dependencies), await askPending(rig.dependencies)]).toEqual([true, false]);
    const sent = await rig.mails();
    expect(sent.map((mail) => mail.about.events.length)).toEqual([3]);
  });

  it('does not let one failing rule delay others, and retries it later', async () => {
    const broken = await rig.makeRule({ alternative: 'broken@example.com' });
    await rig.makeRule({ alternative: 'whole@example.com' });
    await sql`create function refuse_mail() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
      database.db,
    );
    await sql`create trigger refuse before insert on mail for each row when (new.to_address = 'broken@example.com')
      execute function refuse_mail()`.execute(database.db);
    await rig.deliver(await rig.event());
    await sql`drop trigger refuse on mail`.execute(database.db);
    expect((await rig.mails()).map((mail) => mail.to_address)).toEqual(['whole@example.com']);
    expect([await askPending(rig.dependencies), await pendingCount()]).toEqual([false, 1]);
    rig.clock.advanceTo(rig.clock.now() + minute);
    while (await askPending(rig.dependencies));
    expect((await rig.mails()).map((mail) => mail.to_address).sort()).toEqual([
      'broken@example.com',
      'whole@example.com',
    ]);
    expect([await pendingCount(), broken > 0]).toEqual([0, true]);
  });

  it('are mailed by several rules at once with as few connections as a process can have', async () => {
    const few = openDatabase(database.address, createLog('silent'), { max: 3 });
    for (const name of ['ann', 'ben', 'cleo']) await rig.makeRule({ alternative: `${name}@example.com` });
    await rig.enqueue([await rig.event()]);
    const saidOf: typeof rig.dependencies.saidOf = async (db, events) => {
      await sql`select`.execute(db);
      return await rig.dependencies.saidOf(db, events);
    };
    await askPending({ ...rig.dependencies, db: few.db, saidOf });
    await few.close();
    expect([(await rig.mails()).length, await pendingCount()]).toEqual([3, 0]);
  });

  it('processes an event once when two processes run at the same moment', async () => {
    await rig.makeRule();
    await rig.enqueue([await rig.event(), await rig.event({ sensor: '4001' })]);
    const went = await Promise.all([askPending(rig.dependencies), askPending(rig.dependencies)]);
    expect(went.filter(Boolean)).toHaveLength(1);
    expect((await rig.mails()).flatMap((mail) => mail.about.events)).toHaveLength(2);
  });
});

describe('the rule worker', () => {
  it('go on until nothing waits, one at a time, and look again by themselves', async () => {
    let pendingRuns = 3;
    let under = 0;
    const ask = async () => {
      under++;
      expect(under).toBe(1);
      await Promise.resolve();
      under--;
      return pendingRuns-- > 0;
    };
    const ruleWorker = new PendingWorker({
      what: 'run the e-mail rules',
      ask,
      clock: rig.clock,
      log: createLog('silent'),
    });
    ruleWorker.wake();
    ruleWorker.wake();
    await expect.poll(() => pendingRuns).toBeLessThan(0);
    pendingRuns = 1;
    await expect
      .poll(() => {
        rig.clock.advanceTo(rig.clock.now() + 1_000);
        return pendingRuns;
      })
      .toBeLessThan(0);
    await ruleWorker.stop();
  });

  it('retry after the database was unavailable', async () => {
    let tries = 0;
    const ask = async () => {
      if (++tries === 1) throw new Error('connection terminated');
      return false;
    };
    const ruleWorker = new PendingWorker({
      what: 'run the e-mail rules',
      ask,
      clock: rig.clock,
      log: createLog('silent'),
    });
    ruleWorker.wake();
    await expect
      .poll(() => {
        rig.clock.advanceTo(rig.clock.now() + 1_000);
        return tries;
      })
      .toBeGreaterThan(1);
    await ruleWorker.stop();
  });
});
