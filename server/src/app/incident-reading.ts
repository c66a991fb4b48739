import { DeviceId } from '@tocsin/contract/ids';
import type { LiveDevice } from '@tocsin/contract/live';
import { knowledgeOf, toldOtherwise } from '../features/escalation/index.ts';
import { dueHandovers } from '../features/handover/index.ts';
import type { IncidentRouteDependencies, LiveValues } from '../features/incidents/index.ts';
import { dueTests, readLedger } from '../features/maintenance/index.ts';
import { dueTasks } from '../features/maintenance-tasks/index.ts';
import { notificationsById } from '../features/notifications/index.ts';
import { outOfServiceFacts } from '../features/out-of-service/index.ts';
import type { GatherDependencies } from '../features/protection/index.ts';
import { dueRounds } from '../features/rounds/index.ts';
import { adviceOf } from '../features/sensors/index.ts';
import { peopleOfPolicies } from '../notify/index.ts';
import type { FeatureDependencies } from './feature-dependencies.ts';
import { unevaluatedOf } from './protection.ts';

/** The devices as the pipeline has them in memory. */
export function* seenDevices({ catalog, deviceSummary }: Pick<FeatureDependencies, 'catalog' | 'deviceSummary'>) {
  for (const { id, title, siteId, clientId, suspended } of catalog.all()) {
    const seen = deviceSummary(id);
    yield {
      id,
      title,
      siteId,
      clientId,
      isSuspended: suspended,
      isOnline: seen?.online ?? null,
      lastSeenAt: seen?.lastSeenAt ?? null,
    };
  }
}

/** What tells what does not protect now. */
export const protectionFacts = ({ db, live }: Pick<FeatureDependencies, 'db' | 'live'>): GatherDependencies => ({
  db,
  live,
  ledger: (siteId, now) => readLedger(db, siteId, now),
  unevaluatedOf,
  outOfService: (siteIds) => outOfServiceFacts(db, siteIds),
});

/** What stories read of the pipeline, of history and of other features. */
export function incidentReading({
  db,
  clock,
  catalog,
  deviceSummary,
  live,
  graphs,
}: Pick<
  FeatureDependencies,
  'db' | 'clock' | 'catalog' | 'deviceSummary' | 'live' | 'graphs'
>): IncidentRouteDependencies {
  return {
    db,
    clock,
    notificationsById,
    valuesNow: async (id) => valuesOf(await live(id)),
    async valuesAt(ids, at) {
      const deviceIds = ids.map((id) => DeviceId.parse(id));
      const moments = await graphs.history.moments({ deviceIds, at });
      const values = deviceIds.map((id, n) => {
        const moment = moments[n];
        return [id, valuesOf(moment ? graphs.documentAt(id, moment) : undefined)] as const;
      });
      return new Map(values.flatMap(([id, found]) => (found ? [[id, found]] : [])));
    },
    adviceOf: (events) => adviceOf(db, events),
    knowledgeOf: (eventIds, who) => knowledgeOf({ db, ...peopleOfPolicies(db) }, eventIds, who),
    toldOtherwise: (eventIds, clientIds) => toldOtherwise(db, eventIds, clientIds),
    devices: () => seenDevices({ catalog, deviceSummary }),
    dueSources: [
      (sites, _sight, now) => dueTests(db, sites, now),
      (sites, _sight, now) => dueRounds(db, sites, now),
      (sites, _sight, now) => dueHandovers(db, sites, now),
      (_sites, { scope, seesSuspended }, now) => dueTasks(db, { scope, seesSuspended, now }),
    ],
  };
}

/** The values of a live document. */
function valuesOf(document: LiveDevice | undefined): LiveValues | undefined {
  if (!document) return undefined;
  const { device, usual_interval, groups } = document;
  const sensors = groups.flatMap((group) =>
    group.sensors.map((sensor) => [`${group.Id}.${sensor.Id}`, sensor] as const),
  );
  return {
    isOnline: device.is_online,
    isByException: device.rbe === true,
    intervalMs: usual_interval,
    sensors: new Map(
      sensors.map(([path, { Name, Type, Value, At, Meta }]) => [
        path,
        {
          name: Name,
          unit: Meta.Units,
          isNumeric: Type === 'NUMERIC',
          isContact: Type === 'BOOL',
          state: Meta.State,
          value: Value,
          at: At,
        },
      ]),
    ),
  };
}
