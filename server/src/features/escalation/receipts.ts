import type { Receipt } from '@tocsin/contract/escalation';
import { isSamePerson } from '../../access/authorization-table.ts';
import { isStaff, operatorName, type Principal } from '../../access/principal.ts';
import type { DeliveryFact, MessageFact } from './store-event.ts';

/** What people and webhooks got, in the order in which it was due. */
export const receiptsOf = (
  messages: readonly MessageFact[],
  deliveries: readonly DeliveryFact[],
  who: Principal,
): Receipt[] =>
  [...messages.map((message) => receiptOf(message, who)), ...deliveries.map(receiptOfDelivery)].sort(
    (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at),
  );

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What the receiver of a webhook took is delivered: nothing else will confirm it. */
function receiptOfDelivery(delivery: DeliveryFact): Receipt {
  const { state, ended_at: endedAt } = delivery;
  const endedAs = (as: DeliveryFact['state']): string | null => (state === as ? iso(endedAt) : null);
  return {
    id: delivery.id,
    webhook: delivery.webhook_id,
    name: delivery.title,
    method: 'webhook',
    state,
    is_test: delivery.event_id === null,
    escalation: delivery.escalation_id,
    step: delivery.step,
    created_at: delivery.created_at.toISOString(),
    sent_at: endedAs('delivered'),
    delivered_at: endedAs('delivered'),
    is_stale: false,
    opened_at: null,
    acknowledged_at: null,
    failed_at: endedAs('failed'),
    cancelled_at: iso(delivery.cancelled_at),
  };
}

/** People outside the client appear as 'Operator', except to the operator's own staff and to themselves. */
function receiptOf(message: MessageFact, who: Principal): Receipt {
  const isKnown = message.is_member || isStaff(who) || isSamePerson(who, { userId: message.user_id });
  return {
    id: message.id,
    webhook: null,
    name: isKnown ? message.user_name : operatorName,
    method: message.method,
    state: message.state,
    is_test: message.is_test,
    escalation: message.escalation_id,
    step: message.step,
    created_at: message.created_at.toISOString(),
    sent_at: iso(message.sent_at),
    delivered_at: iso(message.delivered_at),
    is_stale: message.state === 'failed' && message.error === 'Stale, not sent',
    opened_at: iso(message.opened_at),
    acknowledged_at: iso(message.acknowledged_at),
    failed_at: iso(message.failed_at),
    cancelled_at: iso(message.cancelled_at),
  };
}
