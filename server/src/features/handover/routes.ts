import { endpoints, type Takeover } from '@tocsin/contract/handover';
import { texts } from '@tocsin/contract/texts/handover';
import { canEdit, isOemOrSuper, type Principal } from '../../access/principal.ts';
import { languageOfCaller } from '../../access/reader-language.ts';
import { type Api, type Call, route } from '../../access/route.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { Db, DbAndClock, Trx } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { begunIn, type HandoverSources, lookAt, pointsAt, presentTakeover, startsOf } from './look.ts';
import { handoverCsv, handoverPdf } from './report.ts';
import { momentOf, type Shift, shiftAt, spanAt } from './shifts.ts';
import { addTakeover, lockSite, type SiteHead, siteHead, takeoversOf, writeStarts } from './store.ts';
import { beginMails, endMails, mailsOf } from './store-mails.ts';

/** A second press of the same person within this time is the same take-over. */
const samePressMs = 10 * 60_000;

type ReadQuery = Call<typeof endpoints.read>['query'];

interface HandoverDependencies extends DbAndClock, HandoverSources {}

const aboutSite = (site: SiteHead) => ({
  subject: 'site',
  subjectId: site.id,
  subjectName: site.title,
  clientId: site.client_id,
  siteId: site.id,
});

async function existingSite(db: Db, id: number): Promise<SiteHead> {
  const site = orNotFound(await siteHead(db, id));
  return site;
}

/** The shift that a person may take over at `now`: the current one, or the one before it. */
function shiftToTake(site: SiteHead, at: string | undefined, now: number): Shift {
  const shift = shiftAt(startsOf(site), site.timezone, momentOf(at, now));
  const { previous } = shiftAt(startsOf(site), site.timezone, now);
  if (shift.from < previous) throw badField('at', texts.tooLate);
  return shift;
}

/** Routes of the shift handover. */
export const addHandoverRoutes = (api: Api, { db, clock, ...sources }: HandoverDependencies): void => {
  /** Read in one snapshot, so that an alarm that begins meanwhile appears in all parts of the page or in none. */
  const look = async (who: Principal, id: number, { at, span }: ReadQuery) => {
    const now = clock.now();
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const site = await existingSite(trx, id);
        const shift = spanAt(span, startsOf(site), site.timezone, momentOf(at, now));
        const seesSuspended = isOemOrSuper(who);
        return { site, now, shown: await lookAt(trx, site, { span, shift, now, seesSuspended }, sources) };
      });
  };

  route(api, endpoints.read, async ({ who, params, query, subject }) => {
    const { shown, site, now } = await look(who, params.id, query);
    const { previous } = shiftAt(startsOf(site), site.timezone, now);
    return {
      ...shown,
      mails: who.kind === 'person' ? await mailsOf(db, site.id, who.userId) : { day: false, week: false },
      may_take_over:
        query.span === 'shift' && who.kind === 'person' && who.key === undefined && Date.parse(shown.from) >= previous,
      may_edit_shifts: canEdit(who, subject),
    };
  });

  route(api, endpoints.export, async ({ who, params, query, reply }) => {
    const { shown } = await look(who, params.id, query);
    reply.header('content-disposition', `attachment; filename="shift_handover_site_${params.id}.csv"`);
    return handoverCsv(shown);
  });

  route(api, endpoints.report, async ({ who, params, query, reply }) => {
    const { shown, site, now } = await look(who, params.id, query);
    reply.header('content-disposition', `inline; filename="shift_handover_site_${params.id}.pdf"`);
    return Buffer.from(await handoverPdf(shown, site.company, now, await languageOfCaller(db, who)));
  });

  /** Adds the take-over, or finds the one of the same person's press before. */
  const take = async (
    trx: Trx,
    site: SiteHead,
    { who, params, body }: Pick<Call<typeof endpoints.takeOver>, 'who' | 'params' | 'body'>,
  ): Promise<{ readonly row: Takeover; readonly isNew: boolean }> => {
    const now = clock.now();
    const shift = shiftToTake(site, body.at, now);
    const known = (await takeoversOf(trx, site.id, shift.from)).findLast(
      (one) => one.user_id === who.userId && one.at.getTime() > now - samePressMs,
    );
    if (known && (body.comment === '' || body.comment === known.comment))
      return { row: presentTakeover(known), isNew: false };
    const isNow = now < shift.to;
    const place = { siteId: params.id, seesSuspended: isOemOrSuper(who) };
    const begun = await begunIn(trx, place, shift, sources.notificationsById);
    const moment = { from: shift.from, at: isNow ? now : shift.to, isNow, begun };
    const points = await pointsAt(trx, place, moment, sources.notificationsById);
    const read = new Set(body.read);
    const unread = points.map(({ key }) => key).filter((key) => !read.has(key));
    if (unread.length > 0) throw new Refusal('conflict', texts.newPoints, { body: { unread } });
    const row = await addTakeover(trx, {
      siteId: site.id,
      from: shift.from,
      to: shift.to,
      at: now,
      userId: who.userId,
      by: who.name,
      comment: body.comment,
      points: points.map(({ key }) => key),
    });
    return { row: presentTakeover(row), isNew: true };
  };

  route(api, endpoints.takeOver, async (call) => {
    return await recorded(db, byCall(call), async (trx, note) => {
      await lockSite(trx, call.params.id);
      const site = await existingSite(trx, call.params.id);
      const { row, isNew } = await take(trx, site, call);
      const fresh = { comment: row.comment, points: row.points };
      note({ action: 'take over', ...aboutSite(site), old: isNew ? null : {}, new: isNew ? fresh : {} });
      return row;
    });
  });

  route(api, endpoints.setMails, async (call) => {
    const { who, params, body } = call;
    return await recorded(db, byCall(call), async (trx, note) => {
      const site = await existingSite(trx, params.id);
      const old = await mailsOf(trx, site.id, who.userId);
      for (const span of ['day', 'week'] as const) {
        const { to: nextAt } = spanAt(span, startsOf(site), site.timezone, clock.now());
        if (body[span]) await beginMails(trx, { siteId: site.id, userId: who.userId, span, nextAt });
        else await endMails(trx, site.id, who.userId, span);
      }
      note({ action: 'change handover mails', ...aboutSite(site), old, new: body });
      return body;
    });
  });

  route(api, endpoints.setShifts, async (call) => {
    const { starts } = call.body;
    return await recorded(db, byCall(call), async (trx, note) => {
      await lockSite(trx, call.params.id);
      const site = await existingSite(trx, call.params.id);
      const isSame = startsOf(site).join() === starts.join();
      if (!isSame) await writeStarts(trx, site.id, starts);
      const [old, fresh] = isSame ? [{}, {}] : [{ shifts: startsOf(site) }, { shifts: starts }];
      note({ action: 'change', ...aboutSite(site), old, new: fresh });
      return { starts };
    });
  });
};
