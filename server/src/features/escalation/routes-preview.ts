import { warnsOnly } from '@tocsin/contract/device-type';
import type { MessageMethod } from '@tocsin/contract/messages';
import { endpoints, maxPreviewSteps, type Preview } from '@tocsin/contract/on-call-preview';
import { defaultPriority, type Priority, priorityLevel } from '@tocsin/contract/priority';
import { type Api, route } from '../../access/route.ts';
import { loadPerson } from '../../access/store.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import { policiesAbout, type StoredTarget, toldWithoutPolicy, usedUpAt } from '../../notify/index.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import type { EscalationDependencies } from './dependencies.ts';
import { previewSteps, timesOf } from './preview.ts';
import { deviceName } from './store.ts';

type Query = { readonly sensor?: string | undefined; readonly event_type: Preview['event_type'] };

interface PreviewedSensor {
  readonly path: string;
  readonly name: string;
  /** Null: the default of the event's type. */
  readonly priority: Priority | null;
}

interface PreviewDependencies extends Omit<EscalationDependencies, 'rotationsOf'> {
  /** A sensor of a device with its priority; undefined: the device has none of that name. */
  readonly sensorOf: (deviceId: number, ref: string) => Promise<PreviewedSensor | undefined>;
  /** By what each person gets a message beside mail, of a priority (1 critical to 4 low) at a moment. */
  readonly kindsFor: (
    clientId: number,
    userIds: readonly number[],
  ) => Promise<(userId: number, priority: number, at: number) => readonly MessageMethod[]>;
}

/** Route of the preview: who would be notified of an event that nobody acknowledges. */
export const addPreviewRoutes = (api: Api, dependencies: PreviewDependencies): void => {
  const { db, clock } = dependencies;

  route(api, endpoints.preview, async ({ who, query, subject }): Promise<Preview> => {
    // Whom a policy notifies is the people's own business.
    if (who.kind === 'wall') throw new Refusal('forbidden');
    const sensor = await sensorFor(dependencies, subject.deviceId, query);
    const priority = query.priority ?? usualPriority(subject, sensor, query.event_type);
    const startedAt = query.at === undefined ? clock.now() : Date.parse(query.at);
    const event = {
      device_id: subject.deviceId,
      client_id: subject.clientId,
      site_id: subject.siteId,
      suspended: subject.isSuspended,
      type: query.event_type,
      priority: priorityLevel(priority),
      is_active: true,
    };
    const policies = query.is_test ? [] : await policiesAbout(db, event);
    const targets = policies.flatMap((policy) => policy.steps.flatMap((step) => step.targets));
    const until = Math.max(startedAt, ...policies.map((policy) => usedUpAt(timesOf(policy), startedAt)));
    const holders = await dependencies.holdersOf(idsOf(targets, 'rotation'), startedAt, until);
    const userIds = [...idsOf(targets, 'person'), ...holders.userIds];
    const [roster, kinds, webhooks, told] = await Promise.all([
      dependencies.rosterOf(userIds),
      dependencies.kindsFor(subject.clientId, userIds),
      dependencies.webhooksOf(idsOf(targets, 'webhook')),
      toldWithoutPolicy(db, event, (id) => loadPerson(db, id), query.is_test),
    ]);
    const { steps, ends } = previewSteps(policies, startedAt, { place: subject, roster, holders, webhooks });
    return {
      at: iso(startedAt),
      device_name: await deviceName(db, subject.deviceId),
      sensor_name: sensor?.name ?? null,
      event_type: query.event_type,
      priority,
      is_suspended: subject.isSuspended,
      policies: policies.map(({ id, title }) => ({ id, title, over_at: iso(ends.get(id) ?? startedAt) })),
      steps: steps.slice(0, maxPreviewSteps).map(({ policy, at, people, ...step }) => ({
        ...step,
        at: iso(at),
        policy: policy.id,
        policy_title: policy.title,
        people: people.map(({ id, name, rotations, isSpared }) => ({
          id,
          name,
          rotations: [...rotations],
          method: isSpared ? null : ('email' as const),
          methods: isSpared ? [] : ['email' as const, ...kinds(id, priorityLevel(priority), at)],
        })),
        webhooks: step.webhooks.map(({ id, name, confirmedAt, isSpared }) => ({
          id,
          name,
          confirmed_at: confirmedAt?.toISOString() ?? null,
          is_spared: isSpared,
        })),
        gaps: [...step.gaps],
      })),
      told,
      left_off: Math.max(0, steps.length - maxPreviewSteps),
    };
  });
};

const iso = (at: number): string => new Date(at).toISOString();
const idsOf = (targets: readonly StoredTarget[], kind: StoredTarget['kind']): number[] =>
  targets.flatMap((target) => (target.kind === kind ? [target.id] : []));

async function sensorFor(
  { sensorOf }: PreviewDependencies,
  deviceId: number,
  { sensor: ref, event_type }: Query,
): Promise<PreviewedSensor | undefined> {
  if (ref === undefined) return undefined;
  if (event_type === 'device_offline') throw badField('sensor', 'An offline device has no sensor.');
  const sensor = await sensorOf(deviceId, ref);
  if (!sensor) throw badField('sensor', 'The device has no such sensor.');
  return sensor;
}

/** The priority of an event by the settings: its sensor's, else the default of its type. A lost sensor has its own. */
function usualPriority(
  { shownType }: DeviceSubject,
  sensor: PreviewedSensor | undefined,
  type: Preview['event_type'],
): Priority {
  const isOfSensor = type === 'alarm_on' || type === 'warning_on';
  return (isOfSensor ? sensor?.priority : null) ?? defaultPriority(type, isOfSensor && warnsOnly(shownType));
}
