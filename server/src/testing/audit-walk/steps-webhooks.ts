import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import type { Walker } from './walker.ts';

/** A webhook, its test, and a replay. */
export async function walkWebhooks(db: Db, clientId: number, token: string, send: Walker['send']): Promise<void> {
  const body = { title: 'Plant', url: 'https://receiver.example/hook', event_types: ['alarm_on'] };
  const made = await send({ route: 'POST /api/v1/webhooks', token, selection: `${clientId},,`, body });
  const { id } = made.json();
  await send({
    route: 'PATCH /api/v1/webhooks/:id',
    ids: [id],
    token,
    body: { least_priority: 'high', reason: 'Noise' },
  });
  await send({ route: 'POST /api/v1/webhooks/:id/rotate-secret', ids: [id], token });
  const tested = await send({ route: 'POST /api/v1/webhooks/:id/test', ids: [id], token });
  await sql`update webhook_delivery set state = 'delivered' where webhook_id = ${id}`.execute(db);
  const ids = [id, tested.json().id];
  await send({ route: 'POST /api/v1/webhooks/:id/deliveries/:delivery/replay', ids, token });
  await send({ route: 'DELETE /api/v1/webhooks/:id', ids: [id], token, query: 'reason=Closed' });
}
