import type { Notification } from '@tocsin/contract/live';
import { endpoints, type NextStep, type RunningEscalation } from '@tocsin/contract/running-escalations';
import { texts } from '@tocsin/contract/texts/running-escalations';
import { permissionsOf } from '../../access/permissions.ts';
import { isOemOrSuper, type Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { scopeOf } from '../../access/scope.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import {
  type EscalationRow,
  hasten,
  plannedStep,
  resolveStep,
  roundPlanOf,
  type StoredTarget,
  usedUpAt,
} from '../../notify/index.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';
import type { EscalationDependencies } from './dependencies.ts';
import { servedOf } from './loader.ts';
import { receiptsOf } from './receipts.ts';
import { presentEscalation } from './routes-event.ts';
import { deliveriesOf, stepsOf } from './store-event.ts';
import { lockRunning, newestMessagesOf, type RunningRow, runningEscalations } from './store-running.ts';

interface RunningDependencies extends Pick<EscalationDependencies, 'db' | 'rosterOf' | 'holdersOf' | 'webhooksOf'> {
  readonly now: (db: Db) => Promise<number>;
  readonly notificationsById: (db: Db, ids: readonly number[]) => Promise<readonly Notification[]>;
  readonly deviceOf: (deviceId: number) => Promise<DeviceSubject | undefined>;
}

/** Routes of the escalations that run: their list, and running the next step at once. */
export const addRunningRoutes = (api: Api, dependencies: RunningDependencies): void => {
  const { db, now } = dependencies;

  route(api, endpoints.running, async ({ who, query, selection }) => {
    const { clientId } = await selection();
    const filter = { scope: scopeOf(who, clientId), seesSuspended: isOemOrSuper(who), siteId: query.location };
    const { rows, count } = await runningEscalations(db, filter, query);
    return { count, results: await presentRunning(dependencies, rows, who) };
  });

  route(api, endpoints.notifyNext, async (call) => {
    const { params, body } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const running = await lockRunning(trx, body.escalation, params.id);
      if (!running || !isNextStep(running, body.step)) throw new Refusal('conflict', texts.isOver);
      await hasten(trx, running.id, new Date(await now(trx)));
      note({
        action: 'notify now',
        subject: 'escalation',
        subjectId: running.id,
        subjectName: running.title,
        clientId: running.client_id,
        siteId: running.site_id,
        deviceId: running.device_id,
        old: {},
        new: { event: params.id, step: body.step },
      });
    });
  });
};

/** Whether a step is the one that comes next, and there is still one to come. */
const isNextStep = (running: EscalationRow, step: number): boolean =>
  running.next_step === step && running.next_at !== null && plannedOf(running) !== null;

const plannedOf = (row: EscalationRow) => plannedStep(roundPlanOf(row), row.started_at.getTime(), row.next_step);

async function presentRunning(
  dependencies: RunningDependencies,
  rows: readonly RunningRow[],
  who: Person,
): Promise<RunningEscalation[]> {
  const { db, notificationsById, deviceOf } = dependencies;
  const ids = rows.map(({ id }) => id);
  const deviceIds = [...new Set(rows.map((row) => row.device_id))];
  const [steps, messages, deliveries, events, devices, nextOf] = await Promise.all([
    stepsOf(db, ids),
    newestMessagesOf(db, ids),
    deliveriesOf(db, ids, null),
    notificationsById(
      db,
      rows.map((row) => row.event_id),
    ),
    Promise.all(deviceIds.map((id) => deviceOf(id))),
    nextSteps(dependencies, rows),
  ]);
  const eventOf = new Map(events.map((event) => [event.id, event]));
  const deviceById = new Map(deviceIds.map((id, n) => [id, devices[n]]));
  return rows.flatMap((row) => {
    const event = eventOf.get(row.event_id);
    const device = deviceById.get(row.device_id);
    if (!event || !device) return [];
    const plan = roundPlanOf(row);
    return [
      {
        escalation: presentEscalation(row, steps),
        event,
        receipts: receiptsOf(
          messages.filter((one) => one.escalation_id === row.id),
          deliveries.filter((one) => one.escalation_id === row.id),
          who,
        ),
        next: nextOf(row),
        steps_in_round: row.steps.length,
        rounds: row.repeats + 1,
        over_at: new Date(usedUpAt(plan, row.started_at.getTime())).toISOString(),
        permissions: permissionsOf('notification', who, device),
      },
    ];
  });
}

/** The next steps of escalations with the people whom each would find when it comes, by the settings of now. */
export async function nextSteps(
  { rosterOf, holdersOf, webhooksOf }: Pick<RunningDependencies, 'rosterOf' | 'holdersOf' | 'webhooksOf'>,
  rows: readonly RunningRow[],
): Promise<(row: RunningRow) => NextStep | null> {
  const coming = rows.flatMap((row) => {
    const planned = plannedOf(row);
    return planned === null || row.next_at === null ? [] : [{ row, planned, at: row.next_at.getTime() }];
  });
  const targets = coming.flatMap(({ row, planned }) => row.steps[planned.step]?.targets ?? []);
  const idsOf = (kind: StoredTarget['kind']) => targets.flatMap((one) => (one.kind === kind ? [one.id] : []));
  const times = coming.map(({ at }) => at);
  if (coming.length === 0) return () => null;
  const holders = await holdersOf(idsOf('rotation'), Math.min(...times), Math.max(...times));
  const [roster, webhooks] = await Promise.all([
    rosterOf([...idsOf('person'), ...holders.userIds]),
    webhooksOf(idsOf('webhook')),
  ]);
  return (row) => {
    const next = coming.find((one) => one.row === row);
    if (!next) return null;
    const found = resolveStep(row.steps[next.planned.step]?.targets ?? [], next.at, {
      place: servedOf(row),
      roster,
      holders,
      webhooks,
    });
    return {
      step: row.next_step,
      at: new Date(next.at).toISOString(),
      people: found.recipients.map(({ name }) => name),
      webhooks: found.webhooks.map(({ name }) => name),
      gaps: [...found.gaps],
    };
  };
}
