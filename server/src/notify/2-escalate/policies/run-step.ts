import type { StepGap } from '@tocsin/contract/escalation';
import { ClientId, SiteId } from '@tocsin/contract/ids';
import { english } from '@tocsin/contract/languages/languages';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/escalation-mails';
import { byLanguage } from '../../../access/reader-language.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { type Block, enqueueMail } from '../../../platform/mail.ts';
import { isReaching, type ResolvedStep, resolveStep } from '../../3-resolve/recipients.ts';
import type { StoredTarget } from '../../policy-fields.ts';
import type { EngineDependencies, Letter } from './dependencies.ts';
import { comesAt, roundPlanOf } from './start.ts';
import * as store from './store-escalations.ts';
import { endTest } from './store-tests.ts';
import { plannedStep } from './timeline.ts';
import { plainLetter, writeLetter } from './write-letter.ts';

/** Steps that one run takes on. */
const perRun = 20;
/** A step that failed is tried again after this time, so that it keeps no other waiting. */
const retryAfterMs = 10_000;

/** Runs the steps that are due, the longest overdue first; false when none is. */
export async function runDueSteps(dependencies: EngineDependencies): Promise<boolean> {
  const { db, log, now, failedSteps } = dependencies;
  const at = new Date(await now(db));
  const early = await store.bringForward(db, at);
  if (early.length > 0) log.warn('the clock was set back; steps of escalations come earlier', { escalations: early });
  // After a clock that was set back, what failed does not wait until it shows that time again.
  for (const [id, failedAt] of failedSteps)
    if (Math.abs(at.getTime() - failedAt) >= retryAfterMs) failedSteps.delete(id);
  const due = await store.dueEscalations(db, at, perRun, [...failedSteps.keys()]);
  let hasRun = false;
  for (const escalation of due) {
    try {
      await runStep(dependencies, escalation);
      hasRun = true;
    } catch (error) {
      failedSteps.set(escalation.id, at.getTime());
      log.error('a step of an escalation failed; retrying', { escalation: escalation.id, error });
    }
  }
  return hasRun || due.length === perRun;
}

/**
 * Runs the due step of an escalation. People and mail are prepared before the transaction, so that an acknowledgement
 * never waits for them; the transaction then looks whether the step is still due.
 */
async function runStep(dependencies: EngineDependencies, escalation: store.EscalationRow): Promise<void> {
  const { db } = dependencies;
  const planned = plannedStep(roundPlanOf(escalation), escalation.started_at.getTime(), escalation.next_step);
  if (!(await store.placeNotifies(db, escalation))) return await endUnserved(db, escalation);
  if (planned === null) return await endRounds(dependencies, escalation);
  const now = await dependencies.now(db);
  const step = escalation.steps[planned.step];
  if (!step) throw new Error(`an escalation without its step ${planned.step}`);
  const resolved = await stillWanted(db, escalation, await resolve(dependencies, escalation, step.targets, now));
  const { recipients, webhooks } = resolved;
  const letters = new Map<number, Letter>();
  for (const [language, readers] of await byLanguage(db, recipients, ({ id }) => id))
    for (const { id } of readers) {
      const letter = await letterOf(dependencies, escalation, resolved, now, { id, language });
      if (letter) letters.set(id, letter);
    }
  await db.transaction().execute(async (trx) => {
    const current = await store.lockDue(trx, escalation);
    if (!current) return;
    const without: { readonly id: number; readonly name: string }[] = [];
    for (const { id: userId, name: userName } of recipients) {
      const letter = letters.get(userId);
      if (!letter) continue;
      const isNew = await dependencies.enqueueMessage(trx, {
        clientId: current.client_id,
        ...aboutOf(current),
        isTest: current.policy_test_id !== null,
        userId,
        userName,
        causeKey: `escalation ${current.id} ${current.next_step} ${userId}`,
        escalationId: current.id,
        step: current.next_step,
        priority: current.priority,
        at: new Date(now),
        letter,
      });
      if (!isNew) without.push({ id: userId, name: userName });
    }
    for (const webhook of webhooks) await sendToWebhook(dependencies, trx, current, webhook.id, new Date(now));
    await store.writeStep(trx, current, {
      at: new Date(now),
      gaps: resolved.gaps,
      spared: await store.sparedOf(trx, current, without, new Date(now)),
      ...after(current, isReaching(resolved), now),
    });
    await dependencies.injectFault?.('step-written');
  });
  await dependencies.injectFault?.('step-committed');
}

/**
 * What comes after a step. A step that reached nobody is followed at once by the next of its round; the next round
 * keeps its time.
 */
function after(escalation: store.EscalationRow, hasReached: boolean, now: number): { nextStep: number; nextAt: Date } {
  const { next_step: n, steps, state } = escalation;
  const startedAt = escalation.started_at.getTime();
  if (state === 'others') {
    const nextStep = n + steps.length;
    return { nextStep, nextAt: new Date(now + escalation.repeat_after_minutes * 60_000) };
  }
  const isLastOfRound = (n + 1) % steps.length === 0;
  const at = comesAt(escalation, startedAt, n + 1);
  return { nextStep: n + 1, nextAt: new Date(hasReached || isLastOfRound ? at : Math.min(at, now)) };
}

async function resolve(
  { rosterOf, holdersOf, webhooksOf }: EngineDependencies,
  escalation: store.EscalationRow,
  targets: readonly StoredTarget[],
  now: number,
): Promise<ResolvedStep> {
  const idsOf = (kind: StoredTarget['kind']) => targets.flatMap((target) => (target.kind === kind ? [target.id] : []));
  const holders = await holdersOf(idsOf('rotation'), now, now);
  const roster = await rosterOf([...idsOf('person'), ...holders.userIds]);
  const webhooks = await webhooksOf(idsOf('webhook'));
  const { client_id, site_id } = escalation;
  const place = { clientId: ClientId.parse(client_id), siteId: site_id === null ? null : SiteId.parse(site_id) };
  return resolveStep(targets, now, { place, roster, holders, webhooks });
}

/** When a step that wants everybody is repeated, webhooks and those who acknowledged are left in peace. */
async function stillWanted(db: Db, escalation: store.EscalationRow, resolved: ResolvedStep): Promise<ResolvedStep> {
  if (escalation.state !== 'others') return resolved;
  const done = await store.acknowledgedBy(db, escalation);
  return { ...resolved, recipients: resolved.recipients.filter(({ id }) => !done.has(id)), webhooks: [] };
}

/** Queues the delivery of a step to a webhook in the step's transaction. */
const sendToWebhook = (
  { enqueueWebhook, publicUrl }: EngineDependencies,
  trx: Trx,
  { id, event_id: eventId, title: policy, next_step: step }: store.EscalationRow,
  webhookId: number,
  at: Date,
): Promise<void> => enqueueWebhook(trx, { webhookId, eventId, policy, escalation: { id, step }, publicUrl }, at);

async function letterOf(
  dependencies: EngineDependencies,
  escalation: store.EscalationRow,
  { recipients, webhooks, gaps }: ResolvedStep,
  now: number,
  { id: readerId, language }: { readonly id: number; readonly language: string },
): Promise<Letter | undefined> {
  const { publicUrl } = dependencies;
  const t = textsIn(texts, language);
  const nextAt = comesAt(escalation, escalation.started_at.getTime(), escalation.next_step + 1);
  const intro: Block[] = [
    {
      kind: 'text',
      text: (escalation.event_id === null ? t.whyTest : t.why)(
        escalation.title,
        [...recipients, ...webhooks].map(({ name }) => name),
      ),
    },
    ...gapLine(t, gaps),
    { kind: 'text', text: t.next(Math.max(1, Math.round((nextAt - now) / 60_000))) },
  ];
  const parts = {
    intro,
    actions: [
      { kind: 'button' as const, label: t.button, url: `${publicUrl}${acknowledgeLink}` },
      { kind: 'quiet' as const, text: t.linkNote },
    ],
    sentBy: t.sentBy(escalation.title, `${publicUrl}/on-call`),
    language,
    readerId,
  };
  if (escalation.event_id !== null)
    return await writeLetter(dependencies, [escalation.event_id], t.subject(escalation.title), parts);
  const { title } = escalation;
  return await plainLetter(t.testSubject(title), t.testNotice, parts, publicUrl);
}

const aboutOf = ({ event_id: eventId, policy_test_id: policyTestId }: store.EscalationRow) => {
  if (eventId !== null) return { eventId, policyTestId: null };
  if (policyTestId === null) throw new Error('an escalation about nothing');
  return { eventId, policyTestId };
};

/** The place was removed or suspended, or the policy of a test was removed. */
async function endUnserved(db: Db, escalation: store.EscalationRow): Promise<void> {
  if (escalation.policy_test_id === null) return await store.endEscalation(db, escalation.id, 'suspended');
  const { policy_test_id: id } = escalation;
  await db.transaction().execute(async (trx) => {
    await endTest(trx, id, { state: 'cancelled', by: null, comment: '' });
  });
}

/** Every round of a test is over. Nobody is mailed: the record tells it, and the page of policies shows it. */
async function endTestRounds(trx: Trx, escalation: store.EscalationRow): Promise<void> {
  const current = await store.lockDue(trx, escalation);
  if (!current || current.policy_test_id === null) return;
  await endTest(trx, current.policy_test_id, { state: 'unanswered', by: null, comment: '' });
}

const gapLine = (t: typeof texts, gaps: readonly StepGap[]): Block[] =>
  gaps.length === 0 ? [] : [{ kind: 'text', text: t.notReached(gaps.map(({ name }) => name)) }];

/** Page of a message's one-use link; the mailer puts the token in its place when it begins to send. */
const acknowledgeLink = '/acknowledge/link-not-shown';

/** All rounds are over: the event is shown as 'nobody acknowledged', and the emergency contact is mailed once. */
async function endRounds(dependencies: EngineDependencies, escalation: store.EscalationRow): Promise<void> {
  const { db, publicUrl } = dependencies;
  if (escalation.event_id === null) return await db.transaction().execute((trx) => endTestRounds(trx, escalation));
  const letter = await writeLetter(dependencies, [escalation.event_id], texts.subject(escalation.title), {
    intro: [{ kind: 'text', text: texts.nobodyAcknowledged(escalation.title) }],
    actions: [],
    sentBy: texts.sentBy(escalation.title, `${publicUrl}/on-call`),
    // The emergency contact is an address without an account.
    language: english,
    readerId: null,
  });
  await db.transaction().execute(async (trx) => {
    const current = await store.lockDue(trx, escalation);
    if (!current) return;
    await store.closeRounds(trx, current);
    if (letter && current.state === 'running') await mailEmergency(dependencies, trx, current, letter);
  });
}

async function mailEmergency(
  { emergencyAddress, now }: EngineDependencies,
  trx: Trx,
  escalation: store.EscalationRow,
  letter: Letter,
): Promise<void> {
  const to = await emergencyAddress(trx, escalation.client_id);
  if (to === undefined) return;
  await enqueueMail(
    trx,
    {
      kind: 'alarm',
      to,
      subject: texts.nobodySubject(letter.subject),
      html: letter.html,
      text: letter.text,
      clientId: escalation.client_id,
      messageId: `<nobody-acknowledged-${escalation.id}-${escalation.event_id}@tocsin>`,
    },
    new Date(await now(trx)),
  );
}
