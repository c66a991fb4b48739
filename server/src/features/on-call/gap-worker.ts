import { english } from '@tocsin/contract/languages/languages';
import type { DutyGap } from '@tocsin/contract/on-call';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as words } from '@tocsin/contract/texts/on-call';
import { texts } from '@tocsin/contract/texts/on-call-mails';
import { byLanguage } from '../../access/reader-language.ts';
import { type DutySpan, dutiesBetween, overridesOf, planOf, readRoster, spanOf } from '../../notify/index.ts';
import type { Trx } from '../../platform/db.ts';
import { Failures } from '../../platform/each.ts';
import type { Log } from '../../platform/log.ts';
import { enqueueMail, renderMail } from '../../platform/mail.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import type { OnCallDependencies } from './dependencies.ts';
import { presentDuty } from './present.ts';
import { findRotation, type RotationRow } from './store.ts';
import * as store from './store-notices.ts';

export const gapTask = 'on-call-gaps';
const dayMs = 86_400_000;
/** Gaps that begin within this time are mailed. */
const soonMs = 3 * dayMs;
/** Turns of people who left are looked for within this time. */
const leftMs = 28 * dayMs;
const keptMs = 60 * dayMs;
const pageSize = 100;

export interface GapDependencies extends OnCallDependencies {
  readonly publicUrl: string;
  readonly log: Log;
}

/**
 * Looks for gaps: mails managers once about a person who left and about a gap of the next three days, and the
 * emergency contact when a gap begins. A notice and its mails are one transaction, so that none is doubled after a kill.
 */
export const createGapJob =
  (dependencies: GapDependencies): (() => Promise<void>) =>
  async () => {
    const { db, clock, log } = dependencies;
    const now = clock.now();
    const failures = new Failures('rotation', log);
    for (let after = 0; ; ) {
      const ids = await store.rotationIdsAfter(db, after, pageSize);
      for (const id of ids) await failures.catch(id, () => checkRotation(dependencies, id, now));
      const last = ids.at(-1);
      if (last === undefined || ids.length < pageSize) break;
      after = last;
    }
    await store.forgetNotices(db, new Date(now - keptMs));
    failures.throwAny();
  };

interface GapSpan {
  readonly span: DutySpan;
  readonly gap: DutyGap;
  readonly name: string;
}

async function checkRotation(dependencies: GapDependencies, id: number, now: number): Promise<void> {
  const { db, loadPerson } = dependencies;
  const row = await findRotation(db, id);
  if (!row) return;
  const to = now + leftMs;
  const overrides = await overridesOf(db, [id], new Date(now), new Date(to));
  const ids = [...row.people.map((person) => person.id), ...overrides.map((one) => one.user_id)];
  const roster = await readRoster(db, ids, loadPerson);
  const gaps: GapSpan[] = dutiesBetween(planOf(row), overrides.map(spanOf), now, to).flatMap((span) => {
    const { gap, person } = presentDuty(span, row, overrides, roster);
    return gap === null ? [] : [{ span, gap, name: person?.name ?? '' }];
  });
  const mail = (trx: Trx, letter: Write) => mailManagers(trx, dependencies, row, letter, now);
  const away = [...new Set(gaps.flatMap(({ span }) => (span.userId === null ? [] : [span.userId])))];
  await store.forgetReturned(db, id, away);
  for (const userId of away) {
    const own = gaps.filter(({ span }) => span.userId === userId);
    const [first] = own;
    if (first)
      await db.transaction().execute(async (trx) => {
        if (await store.noteLeft(trx, id, userId, new Date(now))) await mail(trx, leftLetter(row, first, own.length));
      });
  }
  for (const found of gaps) {
    const { from } = found.span;
    if (from <= now || from > now + soonMs) continue;
    await db.transaction().execute(async (trx) => {
      const isNew = await store.noteSoon(trx, id, found.span.userId ?? 0, new Date(from), new Date(now));
      if (isNew) await mail(trx, soonLetter(row, found));
    });
  }
  const [begun] = gaps;
  if (begun?.span.from !== now) return await store.endNobody(db, id);
  await db.transaction().execute(async (trx) => {
    if (await store.beginNobody(trx, id, new Date(now))) await mailEmergency(trx, dependencies, row, begun, now);
  });
}

interface Letter {
  readonly subject: string;
  readonly lines: readonly string[];
}
/** Writes a letter in one language. */
type Write = (t: Words) => Letter;
type Words = typeof texts & { readonly reasons: typeof words.reasons; readonly language: string };
const wordsIn = (language: string): Words => ({
  ...textsIn(texts, language),
  reasons: textsIn(words, language).reasons,
  language,
});

export const timeOf = (at: number, { timezone }: RotationRow): string =>
  `${toZonedIso(at, timezone).slice(0, 16).replace('T', ' ')} (${timezone})`;
const reasonOf = (t: Words, { gap, name }: GapSpan): string => t.reasons[gap](name);
const spanLine = (t: Words, row: RotationRow, { span }: GapSpan): string =>
  t.span(row.title, timeOf(span.from, row), timeOf(span.to, row));

const leftLetter =
  (row: RotationRow, first: GapSpan, turns: number): Write =>
  (t) => ({
    subject: t.leftSubject(row.title, first.name),
    lines: [reasonOf(t, first), t.turns(turns), spanLine(t, row, first)],
  });
const soonLetter =
  (row: RotationRow, found: GapSpan): Write =>
  (t) => ({
    subject: t.soonSubject(row.title, timeOf(found.span.from, row)),
    lines: [spanLine(t, row, found), reasonOf(t, found)],
  });

async function rendered(
  { publicUrl }: Pick<GapDependencies, 'publicUrl'>,
  t: Words,
  { subject, lines }: Letter,
  foot: string,
) {
  const { html, text } = await renderMail({
    heading: subject,
    blocks: [
      ...lines.map((line) => ({ kind: 'text', text: line }) as const),
      { kind: 'button', label: t.button, url: `${publicUrl}/on-call` },
    ],
    foot: [`${publicUrl}/`, foot],
    language: t.language,
  });
  return { kind: 'other', subject, html, text } as const;
}

/** Mails the managers of what a rotation serves, each in their language. */
export async function mailManagers(
  trx: Trx,
  dependencies: Pick<GapDependencies, 'publicUrl'>,
  row: RotationRow,
  letter: Write,
  now: number,
): Promise<void> {
  const receivers = await store.managersOfServed(trx, row);
  for (const [language, readers] of await byLanguage(trx, receivers, ({ id }) => id)) {
    const t = wordsIn(language);
    const mail = await rendered(dependencies, t, letter(t), t.footManagers);
    for (const { id: userId, email: to } of readers)
      await enqueueMail(trx, { ...mail, to, userId, clientId: row.client_id }, new Date(now));
  }
}

async function mailEmergency(
  trx: Trx,
  dependencies: GapDependencies,
  row: RotationRow,
  begun: GapSpan,
  now: number,
): Promise<void> {
  const to = await store.emergencyAddress(trx, row.client_id);
  if (to === undefined) return;
  const t = wordsIn(english);
  const letter = { subject: t.nobodySubject(row.title), lines: [spanLine(t, row, begun), reasonOf(t, begun)] };
  const mail = await rendered(dependencies, t, letter, t.footEmergency);
  await enqueueMail(trx, { ...mail, to, clientId: row.client_id }, new Date(now));
}
