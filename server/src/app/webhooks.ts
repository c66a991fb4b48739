import type { Api } from '../access/route.ts';
import type { TaskNews } from '../features/maintenance-tasks/index.ts';
import { managersOfServed } from '../features/on-call/index.ts';
import { addDeliveryRoutes, addWebhookRoutes } from '../features/webhooks/index.ts';
import { advanceAfterFailedMessages, pendingEventChannel, queueTask, WebhookWorker } from '../notify/index.ts';
import type { Trx } from '../platform/audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { type Database, type Db, openDatabase } from '../platform/db.ts';
import { createEncryption, type Encryption } from '../platform/encryption.ts';
import type { Jobs } from '../platform/jobs.ts';
import { Listener } from '../platform/listener.ts';
import type { Log } from '../platform/log.ts';
import { answerWithinMs, createNetworks } from '../platform/outbound-post.ts';

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

/** Creates the worker of webhooks. It has its own connections and never waits for mails or pages. */
export function createWebhooks(dependencies: {
  readonly address: Database['address'];
  readonly connections: Database['connections'];
  readonly config: Pick<Config, 'publicUrl' | 'webhookNetworks'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly secret: string;
}): Jobs {
  const { address, connections, config, clock, log } = dependencies;
  const own = openDatabase(address, log, { name: 'tocsin webhooks', max: connections.webhooks });
  const worker = new WebhookWorker({
    db: own.db,
    clock,
    log,
    encryption: webhookEncryption(dependencies.secret),
    publicUrl: config.publicUrl,
    isPrivateAllowed: createNetworks(config.webhookNetworks),
    timeout: () => AbortSignal.timeout(answerWithinMs),
    failed: advanceAfterFailedDeliveries,
    managersOf: managersOfServed,
  });
  const wake = () => worker.wake();
  const listener = new Listener({ address, clock, log, channel: pendingEventChannel, heard: wake, connected: wake });
  return {
    async start() {
      await listener.start();
      worker.wake();
    },
    async stop() {
      await listener.stop();
      await worker.stop();
      await own.close();
    },
  };
}

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
