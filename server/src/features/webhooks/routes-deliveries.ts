import { randomUUID } from 'node:crypto';
import { endpoints } from '@tocsin/contract/webhooks';
import { type Api, route } from '../../access/route.ts';
import { bodyOf, insertDeliveries, testMessage } from '../../notify/index.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import { orNotFound, Refusal } from '../../platform/errors.ts';
import { presentDelivery } from './present.ts';
import type { WebhooksDependencies } from './routes.ts';
import { aboutWebhook } from './rules.ts';
import { findWebhook } from './store.ts';
import { findDelivery, listDeliveries } from './store-deliveries.ts';

/** A person waits for the outcome. */
const awaited = 'critical' as const;

/** Routes of a webhook's log, of its test and of replays. */
export const addDeliveryRoutes = (api: Api, { db, clock, publicUrl }: WebhooksDependencies): void => {
  const presentOne = async (webhookId: number, id: string) => {
    const row = orNotFound(await findDelivery(db, webhookId, id));
    return presentDelivery(row);
  };

  route(api, endpoints.deliveries, async ({ params, query }) => {
    const { count, rows } = await listDeliveries(db, params.id, query.state, query);
    return { count, results: rows.map(presentDelivery) };
  });

  route(api, endpoints.delivery, ({ params }) => presentOne(params.id, params.delivery));

  route(api, endpoints.test, async (call) => {
    const { params } = call;
    const id = randomUUID();
    const now = clock.now();
    await recorded(db, byCall(call), async (trx, note) => {
      const row = orNotFound(await findWebhook(trx, params.id));
      const message = testMessage({ id: row.client_id, title: row.client_name }, { delivery: id, now, publicUrl });
      const { type: eventType, summary: subject } = message;
      const body = bodyOf(row, message);
      const delivery = { id, webhookId: row.id, eventId: null, eventType, subject, body, priority: awaited };
      await insertDeliveries(trx, [delivery], new Date(now));
      note({ ...aboutWebhook(row), action: 'test', old: null, new: { delivery: id } });
    });
    return await presentOne(params.id, id);
  });

  route(api, endpoints.replay, async (call) => {
    const { params } = call;
    const id = randomUUID();
    await recorded(db, byCall(call), async (trx, note) => {
      const row = await findWebhook(trx, params.id);
      const past = row && (await findDelivery(trx, row.id, params.delivery));
      if (!row || !past) throw new Refusal('not-found');
      if (past.state === 'pending' || past.state === 'sending')
        throw new Refusal('invalid', 'This delivery has not ended yet.');
      if (!row.is_active && past.event_id !== null)
        throw new Refusal('invalid', 'The webhook is turned off. Turn it on first.');
      const { event_id: eventId, event_type: eventType, subject, body } = past;
      const replayOf = past.id;
      await insertDeliveries(
        trx,
        [{ id, webhookId: row.id, eventId, eventType, subject, body, replayOf, priority: awaited }],
        new Date(clock.now()),
      );
      note({ ...aboutWebhook(row), action: 'replay', old: null, new: { delivery: id, replay_of: replayOf } });
    });
    return await presentOne(params.id, id);
  });
};
