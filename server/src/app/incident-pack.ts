import { Readable } from 'node:stream';
import { DeviceId } from '@tocsin/contract/ids';
import { clauseText } from '@tocsin/contract/incident-story';
import { english } from '@tocsin/contract/languages/languages';
import { sensorPathOf } from '@tocsin/contract/layout';
import { escalationOfEvent } from '../features/escalation/index.ts';
import type { IncidentPackDependencies } from '../features/incident-pack/index.ts';
import { createStories, type IncidentRouteDependencies } from '../features/incidents/index.ts';
import { notificationsById } from '../features/notifications/index.ts';
import { columnsQuery } from '../features/telemetry/index.ts';
import type { FeatureDependencies } from './feature-dependencies.ts';

const minute = 60_000;

/** What incident packs read of history and of other features. */
export function incidentPackSources(
  { db, clock, graphs: { history, deviceOf } }: Pick<FeatureDependencies, 'db' | 'clock' | 'graphs'>,
  reading: IncidentRouteDependencies,
): IncidentPackDependencies {
  const storyFor = createStories(reading);
  const deviceById = (id: number) => {
    const deviceId = DeviceId.parse(id);
    const device = deviceOf(deviceId);
    return device && { id: deviceId, device };
  };
  return {
    db,
    clock,
    history,
    notificationsById,
    async storyOf(eventId, who) {
      const story = who.kind === 'person' ? await storyFor(who, eventId, english) : undefined;
      return story ? [story.headline, ...story.clauses.map(clauseText)].join('\n') : '';
    },
    escalationOf: (eventId, who) => escalationOfEvent(db, eventId, who),
    async csvOf(id, { from, to }) {
      const known = deviceById(id);
      if (!known) return Readable.from([]);
      const range = { timescale: 'custom' as const, from, to, slotMs: null };
      return await history.text(columnsQuery(known.device, { id: known.id, range, paths: null }), 'csv');
    },
    async seriesOf(id, { from, to }) {
      const known = deviceById(id);
      if (!known) return [];
      const { evaluatedDevice, names, offlineAfterMs } = known.device;
      const answer = await history.series({
        device: evaluatedDevice,
        from: Math.floor(from / minute) * minute,
        to: Math.ceil(to / minute) * minute,
        slotMs: minute,
        paths: null,
        offlineAfterMs,
      });
      return answer.series.map((one) => ({
        name: names.get(sensorPathOf(one.groupId, one.sensorId)) ?? one.name,
        unit: one.unit,
        isContact: one.type !== 'NUMERIC',
        ts: one.ts,
        value: one.value,
        alarm: one.alarm,
      }));
    },
  };
}
