import { endpoints, type PolicyTest } from '@tocsin/contract/policy-tests';
import { texts } from '@tocsin/contract/texts/policy-tests';
import { type Api, route } from '../../access/route.ts';
import { endTest, startTest } from '../../notify/index.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';
import { orNotFound, Refusal } from '../../platform/errors.ts';
import { receiptsOf } from './receipts.ts';
import { presentEscalation } from './routes-event.ts';
import { aboutPolicy } from './rules.ts';
import { lockPolicy } from './store.ts';
import { deliveriesOf, messagesOf, stepsOf } from './store-event.ts';
import { escalationsOfTest, findTest, type PolicyTestRow, testsOf } from './store-policy-tests.ts';

interface PolicyTestDependencies {
  readonly db: Db;
  /** By the database's clock, unix ms. */
  readonly now: (db: Db) => Promise<number>;
}

/** Routes of live-fire tests: start, watch, cancel, and their record. */
export const addPolicyTestRoutes = (api: Api, { db, now }: PolicyTestDependencies): void => {
  /** A test of another policy answers like an unknown one. */
  const testOf = async (params: { readonly id: number; readonly test: number }): Promise<PolicyTestRow> => {
    const row = await findTest(db, params.test);
    if (!row || row.policy_id !== params.id) throw new Refusal('not-found');
    return row;
  };

  route(api, endpoints.list, async ({ params, query }) => {
    const { rows, count } = await testsOf(db, params.id, query);
    return { count, results: rows.map(present) };
  });

  route(api, endpoints.start, async (call) => {
    const { who, params } = call;
    const test = await recorded(db, byCall(call), async (trx, note) => {
      const policy = orNotFound(await lockPolicy(trx, params.id));
      const id = await startTest(trx, policy, who.name, new Date(await now(trx)));
      if (id === undefined) throw new Refusal('conflict', texts.isRunning);
      note({ ...aboutPolicy(policy), action: 'change', old: {}, new: { test: 'started' } });
      return id;
    });
    return present(await testOf({ id: params.id, test }));
  });

  route(api, endpoints.read, async ({ who, params }) => {
    const row = await testOf(params);
    const escalations = await escalationsOfTest(db, row.id);
    const ids = escalations.map(({ id }) => id);
    const [steps, messages, deliveries] = await Promise.all([
      stepsOf(db, ids),
      messagesOf(db, ids, null),
      deliveriesOf(db, ids, null),
    ]);
    return {
      test: present(row),
      escalation: {
        escalations: escalations.map((each) => presentEscalation(each, steps)),
        receipts: receiptsOf(messages, deliveries, who),
      },
    };
  });

  route(api, endpoints.cancel, async (call) => {
    const { who, params } = call;
    await testOf(params);
    await recorded(db, byCall(call), async (trx, note) => {
      const policy = orNotFound(await lockPolicy(trx, params.id));
      const isEnded = await endTest(trx, params.test, { state: 'cancelled', by: who.name, comment: '' });
      if (!isEnded) throw new Refusal('conflict', texts.isOver);
      note({ ...aboutPolicy(policy), action: 'change', old: {}, new: { test: 'cancelled' } });
    });
    return present(await testOf(params));
  });
};

const present = (row: PolicyTestRow): PolicyTest => ({
  id: row.id,
  state: row.state,
  started_by: row.started_by,
  started_at: row.started_at.toISOString(),
  ended_by: row.ended_by,
  ended_at: row.ended_at?.toISOString() ?? null,
  comment: row.comment,
});
