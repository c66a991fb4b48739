import { DeviceId } from '@tocsin/contract/ids';
import { z } from 'zod';
import { createGrouping, type IncidentDependencies } from '../features/incidents/index.ts';
import { notificationsById } from '../features/notifications/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { RunningPipeline } from './pipeline.ts';
import type { PipelineAccess } from './pipeline-access.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

/** At most as many as one message of the notification socket holds. */
const perMessage = 100;

/** The part of a live document that grouping reads; the whole of it would cost more than the grouping. */
const Interval = z.object({ usual_interval: z.number() });

/** What grouping uses of the pipeline: reporting intervals, and the pages that show the events. */
export const incidentSources = (
  db: Db,
  port: Pick<PipelineAccess, 'commands' | 'acknowledged'>,
): Pick<IncidentDependencies, 'intervalOf' | 'changed'> => ({
  async intervalOf(deviceId) {
    const text = await port.commands.document(DeviceId.parse(deviceId));
    return text === null ? undefined : Interval.parse(JSON.parse(text)).usual_interval;
  },
  async changed(ids) {
    for (let from = 0; from < ids.length; from += perMessage)
      port.acknowledged(await notificationsById(db, ids.slice(from, from + perMessage)));
  },
});

/** Groups the events that this process commits. */
export function startGrouping(
  {
    db,
    clock,
    log,
    running,
    port,
  }: {
    readonly db: Db;
    readonly clock: Clock;
    readonly log: Log;
    readonly running: Pick<RunningPipeline, 'onCommitted'>;
    readonly port: PipelineAccess;
  },
  shutdownHooks: ShutdownHooks,
): void {
  const grouping = createGrouping({ db, clock, log: log.with({ part: 'incidents' }), ...incidentSources(db, port) });
  running.onCommitted(grouping.committed);
  shutdownHooks.add('incidents', grouping.stop);
}
