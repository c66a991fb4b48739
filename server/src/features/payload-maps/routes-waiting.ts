import { DeviceId, SiteId } from '@tocsin/contract/ids';
import { endpoints, type Sample, type WaitingSender } from '@tocsin/contract/payload-maps';
import { type Api, route } from '../../access/route.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';
import * as store from './store-waiting.ts';
import type { WaitingMessages } from './waiting.ts';

/** A stored message on its way to the pipeline again. */
export interface Replayed {
  readonly topic: string | null;
  readonly text: string;
  /** Unix ms. */
  readonly at: number;
  readonly queued: boolean;
  readonly isNewest: boolean;
}

export interface WaitingDependencies {
  readonly db: Db;
  readonly waiting: WaitingMessages;
  /** The map that reads a message, of those that a site's client may use (null: of nobody's own). */
  readonly propose: (sample: Sample, sender: string, clientId: number | null) => { id: number; name: string } | null;
  /** Reads a message by the map that the device has now; null: it is read, else why not. */
  readonly replay: (deviceId: DeviceId, message: Replayed) => Promise<string | null>;
}

const shownCharacters = 500;

/** Routes of senders that wait to be added. */
export const addWaitingRoutes = (api: Api, { db, waiting, propose, replay }: WaitingDependencies): void => {
  const list = async (siteId: number | null, clientId: number | null, page: { limit: number; offset: number }) => {
    const { count, rows } = await store.listWaiting(db, siteId, waiting.since(), page);
    return { count, results: rows.map((row) => present(row, clientId)) };
  };
  const present = (row: store.WaitingSenderRow, clientId: number | null): WaitingSender => {
    const body = waiting.open(row.body);
    return {
      sender: row.sender,
      device: row.device_id === null ? null : { id: DeviceId.parse(row.device_id), title: row.title ?? '' },
      location: row.site_id === null ? null : SiteId.parse(row.site_id),
      topic: row.topic,
      last_message: body.slice(0, shownCharacters),
      why: row.why,
      times: row.times.map((at) => at.toISOString()),
      proposed_map: propose({ topic: row.topic, body }, row.sender, clientId),
    };
  };

  route(api, endpoints.waiting, ({ params, query, subject }) => list(params.id, subject.clientId, query));

  route(api, endpoints.waitingAnywhere, ({ query }) => list(null, null, query));

  route(api, endpoints.waitingMessages, async ({ params, query }) => {
    const key = { siteId: params.id, deviceId: query.device ?? null, sender: query.sender };
    const rows = await store.messagesOf(db, key, waiting.since());
    const results = rows.map((row) => ({
      topic: row.topic,
      received_at: row.received_at.toISOString(),
      body: waiting.open(row.body),
    }));
    return { count: results.length, results };
  });

  route(api, endpoints.replay, async (call) => {
    const { params, subject } = call;
    const rows = await store.messagesForDevice(db, params.id, waiting.since());
    let reason = '';
    const taken: number[] = [];
    for (const [i, row] of rows.entries()) {
      const at = row.received_at.getTime();
      const { topic, queued } = row;
      const message = { topic, text: waiting.open(row.body), at, queued, isNewest: i === rows.length - 1 };
      const why = await replay(subject.deviceId, message);
      if (why === null) taken.push(row.id);
      else reason = why;
    }
    if (rows.length > 0 && taken.length === 0) throw new Refusal('conflict', reason);
    await store.deleteWaiting(db, taken);
    const counts = { taken: taken.length, refused: rows.length - taken.length, reason };
    await recorded(db, byCall(call), async (_trx, note) => {
      note({
        subject: 'waiting messages',
        subjectId: params.id,
        subjectName: '',
        clientId: subject.clientId,
        siteId: subject.siteId,
        action: 'change',
        old: {},
        new: { taken: counts.taken },
      });
    });
    return counts;
  });
};
