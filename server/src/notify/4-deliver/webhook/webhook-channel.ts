import type { Channel } from '../outbox.ts';
import { queuePending } from './queue-events.ts';
import { attempt, type DeliveryDependencies } from './send-delivery.ts';
import { claimDue, type DueDelivery } from './store-deliveries.ts';

/** Deliveries at the same time: of this process, to one webhook, to one host and of one client. */
const most = { all: 64, webhook: 4, host: 8, client: 16 } as const;
/** A receiver has ten seconds for its answer. */
const leaseMs = 60_000;

const hostOf = (url: string): string => new URL(url).host;

/** Webhooks of clients: first the deliveries of pending events are written, then what is due is sent. */
export function webhookChannel(dependencies: DeliveryDependencies): Channel<DueDelivery> {
  return {
    what: 'run the webhooks',
    atOnce: most.all,
    leaseMs,
    prepare: () => queuePending(dependencies),
    claim: ({ now, until, room, underWay }) => {
      const count = (key: (one: DueDelivery) => number | string) =>
        [...Map.groupBy(underWay, key)].map(([value, group]) => ({ key: String(value), count: group.length }));
      return claimDue(dependencies.db, {
        now,
        leaseUntil: until,
        limits: { ...most, all: room },
        underWay: {
          webhook: count((one) => one.webhook_id),
          host: count((one) => hostOf(one.url)),
          client: count((one) => one.client_id),
        },
      });
    },
    send: (due) => attempt(dependencies, due, dependencies.timeout()),
  };
}
