import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../db.ts';
import { query, type Section, sectionOf } from '../query.ts';
import type { MailTable } from '../tables.ts';
import { onOneLine } from './one-line.ts';

type MailKind = SelectedMail['kind'];

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
  /** Mails of one thread refer to one Message-ID, so that mail programs show them together. */
  readonly thread?: string;
  /** Set by callers that could enqueue the same mail twice; otherwise generated here. */
  readonly messageId?: string;
}

/** Notification channel of transactions that enqueue mails. */
export const pendingMailChannel = 'pending_mail';
const maxSubject = 200;

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
      thread: mail.thread ?? null,
      about: mail.about ? JSON.stringify(mail.about) : null,
      created_at: at,
      next_at: goesAt ?? at,
    })
    .onConflict((oc) => oc.column('message_id').doUpdateSet({ message_id: sql`excluded.message_id` }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`select pg_notify(${pendingMailChannel}, '')`.execute(db);
  return row.id;
};

/** One mail with its body. */
export const findMail = (db: Db, id: number) =>
  db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst();

export type SelectedMail = Selectable<MailTable>;

/** A mail that a process has taken, held by the number of its lease. */
export type ClaimedMail = Pick<
  SelectedMail,
  | 'id'
  | 'message_id'
  | 'to_address'
  | 'subject'
  | 'html'
  | 'text'
  | 'rule_id'
  | 'thread'
  | 'is_cancellable'
  | 'attempts'
  | 'created_at'
  | 'lease'
>;

const hostOf = (address: string) => sql<string>`lower(substring(${sql.ref(address)} from '[^@]*$'))`;
/** Waiting mails that one claim looks at, the first to go of those that may go now. */
const looksAt = 500;

/**
 * Takes due mails until `leaseUntil`: alarm mails first, then those of accounts, then by age; one for each address and
 * `perHost` for each host at a time, counting those that other processes send. Claims come one after the other.
 */
export async function claimMails(
  db: Db,
  options: {
    readonly now: Date;
    readonly leaseUntil: Date;
    readonly limit: number;
    readonly perHost: number;
    /** The process, by the name of its listening connection. */
    readonly sender: string;
  },
): Promise<ClaimedMail[]> {
  const { now, leaseUntil, limit, perHost, sender } = options;
  return await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('claim mails'))`.execute(trx);
    return await query(trx).all(sql<ClaimedMail>`with under_way as (
        select lower(to_address) as address, ${hostOf('to_address')} as host from mail
        where state = 'sending' and next_at > ${now}),
      busy_host as (select host, count(*) as n from under_way group by host),
      waiting as (select id, kind, lower(to_address) as address, ${hostOf('to_address')} as host from mail m
        where (state = 'pending' or state = 'sending') and next_at <= ${now}
          and not exists (select 1 from under_way u where u.address = lower(m.to_address))
          and coalesce((select n from busy_host b where b.host = ${hostOf('m.to_address')}), 0) < ${perHost}
        order by array_position(array['alarm', 'account', 'other'], kind), id limit ${looksAt}),
      first_of as (select distinct on (address) id, kind, host from waiting
        order by address, array_position(array['alarm', 'account', 'other'], kind), id),
      ranked as (select f.id, f.kind, row_number() over (partition by f.host
          order by array_position(array['alarm', 'account', 'other'], f.kind), f.id) + coalesce(b.n, 0) as of_host
        from first_of f left join busy_host b on b.host = f.host),
      taken as (select id from ranked where of_host <= ${perHost}
        order by array_position(array['alarm', 'account', 'other'], kind), id limit ${limit})
      update mail m set state = 'sending', lease = lease + 1, sender = ${sender}, next_at = ${leaseUntil}
      from taken where m.id = taken.id
      returning m.id, m.message_id, m.to_address, m.subject, m.html, m.text, m.rule_id, m.thread, m.is_cancellable,
        m.attempts, m.created_at, m.lease`);
  });
}

/** Processes other than `sender` that hold mails and have no listening connection of their name. */
export async function absentSenders(db: Db, sender: string): Promise<string[]> {
  const { rows } = await sql<{ sender: string }>`select distinct sender from mail
    where state = 'sending' and sender is not null and sender <> ${sender} and not exists (select 1
      from pg_stat_activity a where a.datname = current_database() and a.application_name = sender)`.execute(db);
  return rows.map((row) => row.sender);
}

/** Makes the mails due that these processes hold; returns how many. */
export async function releaseMails(db: Db, senders: readonly string[], now: Date): Promise<number> {
  const { rows } = await sql`update mail set state = 'pending', next_at = ${now}
    where state = 'sending' and sender = any(${[...senders]}::text[]) returning id`.execute(db);
  return rows.length;
}

/** What became of a mail that is held by its lease. */
export type MailEnd =
  | { readonly state: 'sent' | 'mailbox'; readonly at: Date }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly error: string }
  | { readonly state: 'pending'; readonly error: string; readonly nextAt: Date };

/** Writes what became of a mail; false: another process has claimed it since. */
export async function settleMail(
  db: Db,
  { id, lease }: Pick<ClaimedMail, 'id' | 'lease'>,
  end: MailEnd,
): Promise<boolean> {
  const error = 'error' in end ? end.error.slice(0, 500) : '';
  const isTried = end.state === 'sent' || end.state === 'failed' || end.state === 'pending';
  // A mail of an account may contain a sign-in link, which is no longer needed after delivery.
  const { rows } = await sql`update mail set state = ${end.state}, last_error = ${error}, sender = null,
      next_at = ${'nextAt' in end ? end.nextAt : null}, sent_at = coalesce(${'at' in end ? end.at : null}, sent_at),
      attempts = attempts + ${isTried ? 1 : 0},
      html = case when ${end.state} = 'sent' and kind = 'account' then '' else html end,
      text = case when ${end.state} = 'sent' and kind = 'account' then '' else text end
    where id = ${id} and lease = ${lease} and state = 'sending' returning id`.execute(db);
  return rows.length > 0;
}

/** A mail that has not ended is `queued`, whether or not a process is sending it. */
export type ShownState = Exclude<SelectedMail['state'], 'pending' | 'sending'> | 'queued';
const unsent: SelectedMail['state'][] = ['pending', 'sending'];

/** The state of a mail as lists show it. */
export const shownState = (state: SelectedMail['state']): ShownState =>
  state === 'pending' || state === 'sending' ? 'queued' : state;

export interface MailFilter extends Section {
  readonly state?: ShownState | undefined;
  readonly search?: string | undefined;
}

/** A page of mails without their bodies, newest first. */
export const listMails = async (db: Db, filter: MailFilter) => {
  let query = db.selectFrom('mail');
  if (filter.state) query = query.where('state', 'in', filter.state === 'queued' ? unsent : [filter.state]);
  if (filter.search) {
    const like = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((eb) => eb.or([eb('to_address', 'ilike', like), eb('subject', 'ilike', like)]));
  }
  const mails = query
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
    .orderBy('id', 'desc');
  return await sectionOf(mails, filter);
};

/** Deletes old mails, sent and failed ones. */
export const deleteOldMails = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('mail').where('created_at', '<', before).where('state', 'not in', unsent).execute();
};
