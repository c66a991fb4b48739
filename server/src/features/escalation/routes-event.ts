import { type EventEscalation, endpoints } from '@tocsin/contract/escalation';
import { ClientId } from '@tocsin/contract/ids';
import { isManagerWithin, isStaff, type Person, type Principal } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { type EscalationRow, plannedStep, roundPlanOf } from '../../notify/index.ts';
import type { Db } from '../../platform/db.ts';
import type { EscalationDependencies } from './dependencies.ts';
import { receiptsOf } from './receipts.ts';
import { deliveriesOf, escalationsOfEvent, messagesOf, type StepRow, stepsOf, unanswered } from './store-event.ts';

/** The escalations of an event and who knows of it, with the names that the reader may see. */
export async function escalationOfEvent(db: Db, eventId: number, who: Principal): Promise<EventEscalation> {
  const rows = await escalationsOfEvent(db, eventId);
  const ids = rows.map((row) => row.id);
  const [steps, messages, deliveries] = await Promise.all([
    stepsOf(db, ids),
    messagesOf(db, ids, eventId),
    deliveriesOf(db, ids, eventId),
  ]);
  return {
    escalations: rows.map((row) => presentEscalation(row, steps)),
    receipts: receiptsOf(messages, deliveries, who),
  };
}

/** Routes about running escalations: who knows of an event, and what nobody acknowledged. */
export const addEventEscalationRoutes = (api: Api, { db }: Pick<EscalationDependencies, 'db'>): void => {
  route(api, endpoints.ofEvent, ({ who, params }) => escalationOfEvent(db, params.id, who));

  route(api, endpoints.unanswered, async ({ who, query, selection }) => {
    const { clientId } = await selection();
    const { rows, count } = await unanswered(db, managedBy(who, clientId), query);
    const results = rows.map(({ id, event_id, device_name, sensor_name, title, since, timezone }) => ({
      id,
      event: event_id,
      device_name,
      sensor_name,
      policy: title,
      since: since.toISOString(),
      timezone,
    }));
    return { count, results };
  });
};

/** Clients whose policies the person may change; null: all. */
const managedBy = (who: Person, clientId: number | null): readonly number[] | null => {
  if (isStaff(who)) return clientId === null ? null : [clientId];
  return [...who.clients.keys()].filter(
    (id) => (clientId === null || id === clientId) && isManagerWithin(who, ClientId.parse(id)),
  );
};

export function presentEscalation(
  row: EscalationRow,
  steps: readonly StepRow[],
): EventEscalation['escalations'][number] {
  const planned = plannedStep(roundPlanOf(row), row.started_at.getTime(), row.next_step);
  const next = planned && row.next_at && row.steps[planned.step];
  return {
    id: row.id,
    title: row.title,
    state: row.state,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    next: next && row.next_at ? { at: row.next_at.toISOString(), targets: next.targets.map(({ name }) => name) } : null,
    steps: steps
      .filter((step) => step.escalation_id === row.id)
      .map(({ step, at, gaps, spared }) => ({
        step,
        at: at.toISOString(),
        gaps: [...gaps],
        spared: spared.map(({ name, policy }) => ({ name, policy })),
      })),
  };
}
