import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../db.ts';
import { enqueueJob } from '../jobs.ts';
import type { MailTable } from '../tables.ts';
import { onOneLine } from './one-line.ts';

export type MailKind = SelectedMail['kind'];
type MailState = SelectedMail['state'];

export interface NewMail {
  readonly kind: MailKind;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly userId?: number | null;
  readonly clientId?: number | null;
  readonly ruleId?: number | null;
  /** Data that a feature stores with the mail, such as its events. */
  readonly about?: object;
  /** Whether the mail's gate decides, when it is begun, that it is still to be sent. */
  readonly isCancellable?: boolean;
  /** Set by callers that could enqueue the same mail twice; otherwise generated here. */
  readonly messageId?: string;
}

export const sendTask = 'mail.send';
/** Alarm mails go first. */
const priorities: Readonly<Record<MailKind, number>> = { alarm: -10, account: 0, other: 10 };
const maxSubject = 200;

export const enqueueSending = (
  db: Db,
  mail: { readonly id: number; readonly kind: MailKind; readonly to_address: string },
  runAt?: Date,
): Promise<void> =>
  enqueueJob(db, {
    task: sendTask,
    payload: { mail: mail.id },
    key: `mail ${mail.id}`,
    // One mail at a time per address: a slow recipient occupies one connection only.
    queue: `mail ${mail.to_address.toLowerCase()}`,
    priority: priorities[mail.kind],
    ...(runAt ? { runAt } : {}),
  });

/**
 * Enqueues a mail in the caller's transaction: it is sent only if that commits. The same Message-ID enqueued twice is
 * one mail. Returns its id.
 */
export const enqueueMail = async (db: Db, mail: NewMail, at: Date, goesAt?: Date): Promise<number> => {
  const row = await db
    .insertInto('mail')
    .values({
      message_id: mail.messageId ?? `<${randomUUID()}@tocsin>`,
      kind: mail.kind,
      to_address: onOneLine(mail.to),
      subject: onOneLine(mail.subject).slice(0, maxSubject),
      html: mail.html,
      text: mail.text,
      user_id: mail.userId ?? null,
      client_id: mail.clientId ?? null,
      rule_id: mail.ruleId ?? null,
      is_cancellable: mail.isCancellable ?? false,
      about: mail.about ? JSON.stringify(mail.about) : null,
      created_at: at,
      next_at: goesAt ?? at,
    })
    .onConflict((oc) => oc.column('message_id').doUpdateSet({ message_id: sql`excluded.message_id` }))
    .returning(['id', 'state', 'kind', 'to_address'])
    .executeTakeFirstOrThrow();
  if (row.state === 'queued') await enqueueSending(db, row, goesAt);
  return row.id;
};

/** One mail with its body. */
export const findMail = (db: Db, id: number) =>
  db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst();

export type SelectedMail = Selectable<MailTable>;

/** The next due mail for this address, alarm mails first. */
export const nextMailFor = (db: Db, address: string, now: Date): Promise<SelectedMail | undefined> =>
  db
    .selectFrom('mail')
    .selectAll()
    .where(sql<string>`lower(to_address)`, '=', address.toLowerCase())
    .where('state', '=', 'queued')
    .where('next_at', '<=', now)
    .orderBy(sql`array_position(array['alarm', 'account', 'other'], kind)`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Marks a mail as sent; it is not tried again. */
export const markSent = async (db: Db, id: number, at: Date): Promise<void> => {
  await db
    .updateTable('mail')
    .set((eb) => ({
      state: 'sent',
      sent_at: at,
      last_error: '',
      next_at: null,
      // An account's mail may contain a sign-in link; it is no longer needed after delivery.
      html: sql<string>`case when kind = 'account' then '' else html end`,
      text: sql<string>`case when kind = 'account' then '' else text end`,
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
};

/** Marks a mail as kept in the portal, when no mail server is set. */
export const markMailbox = async (db: Db, id: number, at: Date): Promise<void> => {
  await db.updateTable('mail').set({ state: 'mailbox', sent_at: at, next_at: null }).where('id', '=', id).execute();
};

/** Marks a mail that was not begun because its message was cancelled. */
export const markCancelled = async (db: Db, id: number): Promise<void> => {
  await db
    .updateTable('mail')
    .set({ state: 'cancelled', next_at: null })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
};

/** Records a refusal: with a time the mail is retried then, without one it has failed. */
export const markRefused = async (db: Db, id: number, error: string, nextAt: Date | null): Promise<void> => {
  await db
    .updateTable('mail')
    .set((eb) => ({
      state: nextAt ? 'queued' : 'failed',
      last_error: error.slice(0, 500),
      next_at: nextAt,
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
};

export interface MailFilter {
  readonly limit: number;
  readonly offset: number;
  readonly state?: MailState | undefined;
  readonly search?: string | undefined;
}

/** A page of mails without their bodies, newest first. */
export const listMails = async (db: Db, filter: MailFilter) => {
  let query = db.selectFrom('mail');
  if (filter.state) query = query.where('state', '=', filter.state);
  if (filter.search) {
    const like = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((eb) => eb.or([eb('to_address', 'ilike', like), eb('subject', 'ilike', like)]));
  }
  const { count } = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await query
    .select([
      'id',
      'kind',
      'to_address',
      'subject',
      'state',
      'attempts',
      'last_error',
      'next_at',
      'created_at',
      'sent_at',
    ])
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { count, rows };
};

/** Deletes old mails, sent and failed ones. */
export const deleteOldMails = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('mail').where('created_at', '<', before).where('state', '<>', 'queued').execute();
};
