import { endpoints, sameRoundMs } from '@tocsin/contract/rounds';
import type { OfflineWork } from '../../access/offline.ts';
import { canEdit } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { DbAndClock, Trx } from '../../platform/db.ts';
import { orNotFound, Refusal } from '../../platform/errors.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { roundsCsv } from './csv.ts';
import { dayIn, presentMachine, presentRound, roundDays, spanOf } from './rules.ts';
import * as store from './store.ts';

interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface RoundDependencies extends DbAndClock {
  readonly offline: OfflineWork;
  /** Opens a maintenance task for each thing that was not well, owned by who made the round. */
  readonly openTasks: (
    trx: Trx,
    found: {
      readonly device: number;
      readonly tasks: readonly string[];
      readonly by: { readonly id: number; readonly name: string };
      readonly now: number;
    },
  ) => Promise<void>;
}

/** Routes of the daily rounds. */
export const addRoundRoutes = (api: Api, { db, clock, offline, openTasks }: RoundDependencies): void => {
  const log = async (siteId: number, query: Range) => {
    const site = orNotFound(await store.siteHead(db, siteId));
    const today = dayIn(clock.now(), site.timezone);
    const span = spanOf(query, today);
    const [machines, rows, todays] = await Promise.all([
      store.machinesOf(db, siteId),
      store.roundsOf(db, siteId, span),
      store.roundsOf(db, siteId, { from: today, to: today }),
    ]);
    return { site, today, span, machines, todays, days: roundDays(span, today, machines, rows) };
  };

  route(api, endpoints.list, async ({ who, params, query, subject }) => {
    const { site, today, span, machines, todays, days } = await log(params.id, query);
    return {
      count: days.length,
      results: days.slice(query.offset, query.offset + query.limit),
      site,
      ...span,
      today,
      machines: machines.map((machine) => presentMachine(machine, today, todays)),
      gaps: days.reduce((sum, { missing }) => sum + missing.length, 0),
      may_record: canEdit(who, subject),
    };
  });

  route(api, endpoints.export, async ({ params, query, reply }) => {
    const { site, days } = await log(params.id, query);
    reply.header('content-disposition', `attachment; filename="daily_rounds_site_${params.id}.csv"`);
    return roundsCsv(days, site.timezone);
  });

  route(api, endpoints.record, async (call) => {
    const { who, params, body } = call;
    const now = clock.now();
    const entry = await offline.judge(who, body.entry);
    const at = entry?.at ?? now;
    return await recorded(db, byCall(call), async (trx, note) => {
      const device = orNotFound(await store.lockDevice(trx, params.id));
      const about = {
        action: 'daily round',
        subject: 'device',
        subjectId: device.id,
        subjectName: device.title,
        clientId: device.client_id,
        siteId: device.site_id,
        deviceId: device.id,
      };
      const day = dayIn(at, device.timezone);
      const near = await store.ownRoundNear(trx, device.id, who.userId, { at, within: sameRoundMs });
      const isSame = near?.day === day && (body.note === '' || body.note === near.note);
      const known = (entry && (await store.roundOfEntry(trx, who.userId, entry.id))) ?? (isSame ? near : undefined);
      if (known) {
        note({ ...about, old: {}, new: {} });
        return presentRound(known);
      }
      if (entry?.isOld) throw new Refusal('conflict', entry.refused.old);
      const other = entry?.isLate && (await store.roundOfOthers(trx, device.id, { day, userId: who.userId }));
      if (entry && other) {
        const time = toZonedIso(other.at.getTime(), device.timezone).slice(0, 16).replace('T', ' ');
        throw new Refusal('conflict', entry.refused.roundDone(device.title, other.user_name, time));
      }
      const round = { at: new Date(at), day, userId: who.userId, by: who.name, note: body.note };
      const row = await store.addRound(trx, device, { ...round, receivedAt: new Date(now), entry });
      await openTasks(trx, { device: device.id, tasks: body.tasks, by: { id: who.userId, name: who.name }, now });
      note({ ...about, old: null, new: { day, note: body.note } });
      return presentRound(row);
    });
  });
};
