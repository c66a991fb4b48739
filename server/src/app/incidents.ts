import { DeviceId } from '@tocsin/contract/ids';
import type { IncidentDependencies } from '../features/incidents/index.ts';
import { notificationsById } from '../features/notifications/index.ts';
import type { Db } from '../platform/db.ts';
import { documentOf } from './live-document.ts';
import type { PipelineAccess } from './pipeline-access.ts';

/** At most as many as one message of the notification socket holds. */
const perMessage = 100;

/** What the incident job uses of the pipeline: reporting intervals, and the pages that show the alarms. */
export const incidentSources = (
  db: Db,
  port: Pick<PipelineAccess, 'commands' | 'acknowledged'>,
): Pick<IncidentDependencies, 'intervalOf' | 'changed'> => ({
  intervalOf: async (deviceId) => (await documentOf(port.commands, DeviceId.parse(deviceId)))?.usual_interval,
  async changed(ids) {
    for (let from = 0; from < ids.length; from += perMessage)
      port.acknowledged(await notificationsById(db, ids.slice(from, from + perMessage)));
  },
});
