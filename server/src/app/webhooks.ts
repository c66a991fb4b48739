import type { Api } from '../access/route.ts';
import type { TaskNews } from '../features/maintenance-tasks/index.ts';
import { addDeliveryRoutes, addWebhookRoutes } from '../features/webhooks/index.ts';
import { advanceAfterFailedMessages, queueTask } from '../notify/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db, Trx } from '../platform/db.ts';
import { createEncryption, type Encryption } from '../platform/encryption.ts';

const encryptionPurpose = 'webhooks';

/** Adds the routes of webhooks and of their deliveries. */
export function addWebhooks(
  api: Api,
  dependencies: { readonly db: Db; readonly clock: Clock; readonly publicUrl: string; readonly encryption: Encryption },
): void {
  addWebhookRoutes(api, { ...dependencies, failed: advanceAfterFailedDeliveries });
  addDeliveryRoutes(api, { ...dependencies, failed: advanceAfterFailedDeliveries });
}

/** When everything that a step sent has failed, the escalation goes on at once. */
const advanceAfterFailedDeliveries = (trx: Trx, deliveryIds: readonly string[]): Promise<void> =>
  advanceAfterFailedMessages(trx, { deliveryIds });

/** Encrypts the secrets of webhooks. */
export const webhookEncryption = (secret: string): Encryption => createEncryption(secret, encryptionPurpose);

/** Tells the webhooks what happened to a maintenance task, in the transaction of the change. */
export const announceTask =
  ({ publicUrl }: Pick<Config, 'publicUrl'>) =>
  (trx: Trx, { kind, task, by, now }: TaskNews): Promise<void> =>
    queueTask(
      trx,
      {
        kind,
        task: {
          id: task.id,
          what: task.what,
          owner: task.owner_name,
          due: task.due,
          comment: task.comment,
          by,
        },
        event: { id: task.event_id, at: task.event_at, content: task.content },
        device: { id: task.device_id, title: task.device_name },
        sensor: task.path === null ? null : { id: task.path, title: task.sensor_name ?? task.path },
        site: { id: task.site_id, title: task.site_name },
        clientId: task.client_id,
      },
      { now, publicUrl },
    );
