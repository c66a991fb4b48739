// What escalation policies sent to a webhook, counted at both ends.
import type { Arrival } from '@tocsin/e2e/receivers';
import type { Query } from '../support/_together.ts';

export interface DeliveryFact {
  /** The idempotency key. */
  readonly id: string;
  readonly event_id: string;
  readonly state: string;
  readonly last_attempt_at: Date | null;
}

export const deliveriesOf = (query: Query): Promise<DeliveryFact[]> =>
  query<DeliveryFact>(
    'select id, event_id, state, last_attempt_at from webhook_delivery where escalation_id is not null',
  );

/**
 * Prints the deliveries of the second step. True: each event that nobody acknowledged has one that arrived, none has two,
 * none was begun after the answer to an acknowledgement, and no more came again than processes were killed.
 */
export function reportDeliveries(
  deliveries: readonly DeliveryFact[],
  posted: readonly Arrival[],
  /** When the acknowledgement of each event had been answered; infinite: nobody acknowledged it. */
  answered: ReadonlyMap<number, number>,
  died: ReadonlyMap<string, number>,
): boolean {
  const copiesOf = ({ id }: DeliveryFact) => posted.filter(({ headers }) => headers['idempotency-key'] === id).length;
  const silent = [...answered].filter(([, at]) => at === Number.POSITIVE_INFINITY).map(([event]) => event);
  const ofEvent = (event: number) => deliveries.filter((one) => Number(one.event_id) === event);
  const arrived = silent.filter((event) => ofEvent(event).some((one) => copiesOf(one) > 0)).length;
  const again = deliveries.reduce((sum, one) => sum + Math.max(0, copiesOf(one) - 1), 0);
  const most = Math.max(0, ...[...answered.keys()].map((event) => ofEvent(event).length));
  const late = deliveries.filter(
    (one) => (one.last_attempt_at?.getTime() ?? 0) > (answered.get(Number(one.event_id)) ?? 0),
  ).length;
  const cancelled = deliveries.filter(({ state }) => state === 'cancelled').length;
  console.log(
    `\n| webhook of the second step | due | arrived | missing | sent again, one key |\n|---|---|---|---|---|
| nobody acknowledges | ${silent.length} | ${arrived} | ${silent.length - arrived} | ${again} |
cancelled: ${cancelled}, begun after the answer to an acknowledgement: ${late}`,
  );
  const kills = [...died.values()].reduce((sum, n) => sum + n, 0);
  return arrived === silent.length && most <= 1 && late === 0 && again <= kills;
}
