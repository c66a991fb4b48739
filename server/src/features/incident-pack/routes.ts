import { Readable } from 'node:stream';
import type { EventEscalation } from '@tocsin/contract/escalation';
import { endpoints, packEventTypes } from '@tocsin/contract/incident-pack';
import type { Notification } from '@tocsin/contract/live';
import { texts } from '@tocsin/contract/texts/incident-pack';
import { hasVisualDashboard, isOemOrSuper, type Principal } from '../../access/principal.ts';
import { type Api, type Call, route } from '../../access/route.ts';
import type { History } from '../../history/read/history.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { Db, DbAndClock } from '../../platform/db.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import { whenClosed, whenReplyEnds } from '../../platform/http/closing.ts';
import { streamZip } from '../../platform/zip.ts';
import { drawInThread } from './draw.ts';
import { gatherFacts } from './facts.ts';
import { type PackValues, packFiles } from './pack.ts';
import { type FocusRow, findFocus } from './store.ts';

export interface IncidentPackDependencies extends DbAndClock, Pick<PackValues, 'csvOf' | 'seriesOf'> {
  readonly history: Pick<History, 'moments'>;
  readonly notificationsById: (db: Db, ids: readonly number[]) => Promise<Notification[]>;
  readonly escalationOf: (eventId: number, who: Principal) => Promise<EventEscalation>;
  /** The story of the event's incident in English, as the reader may see it. */
  readonly storyOf: (eventId: number, who: Principal) => Promise<string>;
}

/** Packs written at the same time by one process; further ones are asked to retry. */
const maxAtOnce = 2;
const retryAfterSeconds = 10;

const isPacked = (type: string): boolean => packEventTypes.some((each) => each === type);

/** Adds the download of everything about an alarm. */
export const addIncidentPackRoutes = (api: Api, dependencies: IncidentPackDependencies): void => {
  const { db, clock, csvOf, seriesOf, escalationOf, storyOf } = dependencies;
  let writing = 0;

  route(api, endpoints.pack, async (call) => {
    const { params, subject, reply } = call;
    const focus = await findFocus(db, params.id);
    // A device that has moved since takes its rights with it, but not what happened at another site.
    if (!focus || focus.site_id !== subject.siteId) throw new Refusal('not-found');
    if (!isPacked(focus.type)) throw badField('id', texts.onlyAlarms);
    if (writing >= maxAtOnce) throw new Refusal('too-many', undefined, { retryAfterSeconds });
    writing++;
    const now = clock.now();
    const zip = await begin(call, focus, now).catch((error: unknown) => {
      writing--;
      throw error;
    });
    // The place is free when nothing is read and drawn any more, which is later than the reader's going away.
    whenClosed(zip, () => writing--);
    whenReplyEnds(reply, () => zip.destroy());
    return await reply
      .header('content-disposition', `attachment; filename="incident_${focus.id}.zip"`)
      .type('application/zip')
      .send(zip);
  });

  /** Gathers what the pack holds and records the download; the files are written as they are read. */
  const begin = async (call: Call<typeof endpoints.pack>, focus: FocusRow, now: number): Promise<Readable> => {
    const { who, subject } = call;
    const sources = {
      ...dependencies,
      escalationOf: (id: number) => escalationOf(id, who),
      storyOf: (id: number) => storyOf(id, who),
    };
    const facts = await gatherFacts(sources, focus, {
      by: who.name,
      now,
      seesSuspended: isOemOrSuper(who),
      seesDrawings: hasVisualDashboard(who, subject.clientId),
    });
    await recorded(db, byCall(call), async (_trx, note) => {
      const device = facts.devices.find(({ id }) => id === focus.device_id);
      note({
        action: 'download incident pack',
        subject: 'event',
        subjectId: focus.id,
        subjectName: device?.title ?? '',
        clientId: focus.client_id,
        siteId: focus.site_id,
        deviceId: focus.device_id,
        old: null,
        new: { devices: facts.devices.map(({ id }) => id) },
      });
    });
    const files = packFiles(facts, { csvOf, seriesOf, draw: drawInThread });
    return Readable.from(streamZip(files, new Date(now)), { objectMode: false });
  };
};
