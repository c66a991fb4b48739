import { ClientId, SiteId } from '@tocsin/contract/ids';
import type { Delivery, Webhook } from '@tocsin/contract/webhooks';
import { permissionsOf } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal.ts';
import type { RotationSubject } from '../../access/subject.ts';
import type { Db } from '../../platform/db.ts';
import { valuesOf } from './rules.ts';
import { findWebhook, type WebhookRow } from './store.ts';
import type { DeliveryRow } from './store-deliveries.ts';

/** What a webhook is about. */
const servedOf = (row: Pick<WebhookRow, 'client_id' | 'site_id'>): RotationSubject => ({
  clientId: ClientId.parse(row.client_id),
  siteId: row.site_id === null ? null : SiteId.parse(row.site_id),
});

/** Loads what a webhook is about, for authorization. */
export async function loadWebhook(db: Db, id: number): Promise<RotationSubject | undefined> {
  const row = await findWebhook(db, id);
  return row && servedOf(row);
}

/** A webhook as replies show it, without its secret and credential. */
export const presentWebhook = (row: WebhookRow, who: Principal): Webhook => ({
  ...valuesOf(row),
  id: row.id,
  client: row.client_id,
  location: row.site_id === null ? null : SiteId.parse(row.site_id),
  location_name: row.site_name,
  has_credential: row.has_credential,
  turned_off_at: row.turned_off_at?.toISOString() ?? null,
  paused_until: row.paused_until?.toISOString() ?? null,
  dropped: row.dropped,
  failing_since: row.failing_since?.toISOString() ?? null,
  last_error: row.last_error,
  version: row.version,
  permissions: permissionsOf('webhook', who, servedOf(row)),
});

/** A delivery as replies show it, without its body. */
export const presentDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  event: row.event_id,
  event_type: row.event_type,
  subject: row.subject,
  replay_of: row.replay_of,
  state: row.state,
  attempts: row.attempts,
  created_at: row.created_at.toISOString(),
  next_attempt_at: row.state === 'pending' ? (row.due_at?.toISOString() ?? null) : null,
  last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
  response_code: row.response_code,
  error: row.error,
});
