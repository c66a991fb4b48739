import { endpoints } from '@tocsin/contract/on-call';
import { texts } from '@tocsin/contract/texts/on-call-calendar';
import { belongsTo, type Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { type DutySpan, dutiesBetween, type OverrideSpan, overridesOf, planOf, spanOf } from '../../notify/index.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import { orNotFound } from '../../platform/errors.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { type CalendarDuty, calendarOf } from './calendar.ts';
import type { OnCallDependencies, OnCallRouteDependencies } from './dependencies.ts';
import { servedOf } from './loaders.ts';
import { findRotation, type RotationRow } from './store.ts';
import { calendarOfUser, deleteCalendar, putCalendar, rotationsWith, useCalendar } from './store-calendar.ts';

const dayMs = 86_400_000;
/** What a calendar shows: longer ago than the longest turn, and a quarter ahead. */
const pastMs = 14 * dayMs;
const aheadMs = 92 * dayMs;
const longestTurnMs = 8 * dayMs;
const maxOwnRotations = 200;

/** The secret address of one's duties, and the calendar that it shows without signing in. */
export const addCalendarRoutes = (api: Api, dependencies: OnCallRouteDependencies): void => {
  const { db, clock, loadPerson, holder } = dependencies;

  route(api, endpoints.calendar, async ({ who }) => {
    const row = await calendarOfUser(db, who.userId);
    return { created_at: row?.created_at.toISOString() ?? null, used_at: row?.used_at?.toISOString() ?? null };
  });

  route(api, endpoints.createCalendar, async (call) => {
    const { who } = call;
    // The address outlives the session.
    await holder.demandProof(call, call.body);
    const token = newToken();
    await recorded(db, byCall(call), async (trx, note) => {
      await putCalendar(trx, who.userId, hashToken(token), new Date(clock.now()));
      note({ ...aboutCalendar(who), action: 'create', old: null, new: {} });
      await holder.mailAdded(trx, who.userId, { what: 'calendar', title: '' });
    });
    return { path: `/api/v1/on-call/calendar/${token}/` };
  });

  route(api, endpoints.revokeCalendar, async (call) => {
    await recorded(db, byCall(call), async (trx, note) => {
      const wasMade = await deleteCalendar(trx, call.who.userId);
      note({ ...aboutCalendar(call.who), action: 'revoke', old: { was_made: wasMade }, new: null });
    });
  });

  route(api, endpoints.calendarFile, async ({ params, reply }) => {
    const now = clock.now();
    const userId = await useCalendar(db, hashToken(params.token), new Date(now));
    // Whoever is deactivated or removed has no calendar any more.
    const person = orNotFound(userId === undefined ? undefined : await loadPerson(userId));
    const duties = await ownDuties(dependencies, person, now);
    return reply
      .header('content-disposition', 'inline; filename="on-call.ics"')
      .header('cache-control', 'private, no-store')
      .type('text/calendar; charset=utf-8')
      .send(calendarOf(texts.name, duties, now));
  });
};

const aboutCalendar = (who: Person) => ({
  subject: 'duty calendar' as const,
  subjectId: who.userId,
  subjectName: who.name,
});

/** The duties of a person in the rotations whose people they belong to, by time. */
async function ownDuties({ db }: OnCallDependencies, person: Person, now: number): Promise<CalendarDuty[]> {
  const from = now - pastMs;
  // Turns that begin before the end of what is shown have their own end, however often the calendar is fetched.
  const to = now + aheadMs;
  const horizon = to + longestTurnMs;
  const duties: CalendarDuty[] = [];
  for (const id of await rotationsWith(db, person.userId, new Date(from), maxOwnRotations)) {
    const row = await findRotation(db, id);
    if (!row || !belongsTo(person, servedOf(row))) continue;
    const overrides = (await overridesOf(db, [id], new Date(from), new Date(horizon))).map(spanOf);
    for (const span of dutiesBetween(planOf(row), overrides, from, horizon)) {
      if (span.from >= to) continue;
      if (span.userId !== person.userId) continue;
      const override = overrides.find(({ id: of }) => of === span.overrideId);
      // A turn that began before is over; an override may last longer.
      if (span.from === from && !override) continue;
      duties.push(dutyOf(row, span, override, { from, horizon }));
    }
  }
  return duties.sort((a, b) => a.from - b.from);
}

/** A span as an event of the calendar; what began before it or lasts longer keeps its own times. */
function dutyOf(
  row: RotationRow,
  span: DutySpan,
  override: OverrideSpan | undefined,
  { from, horizon }: { readonly from: number; readonly horizon: number },
): CalendarDuty {
  const isCut = span.from === from;
  const decided = override ? `override-${override.id}` : `rotation-${row.id}`;
  return {
    uid: `${decided}-${isCut ? 'begun' : span.from}@tocsin`,
    from: isCut ? (override?.from ?? from) : span.from,
    to: span.to < horizon ? span.to : (override?.to ?? horizon),
    title: texts.summary(row.title),
    place: row.site_name ?? '',
    about: override ? texts.override : texts.turn,
  };
}
