import { endpoints, type MailHead } from '@tocsin/contract/mailbox';
import { isSelf, rankOf } from '../../access/authorization-table.ts';
import { type Person, rank, staffRank } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { loadUser } from '../../access/store.ts';
import type { Db } from '../../platform/db.ts';
import { orNotFound } from '../../platform/errors.ts';
import { findMail, listMails, shownState } from '../../platform/mail.ts';

export interface MailboxDependencies {
  readonly db: Db;
  readonly hasMailServer: boolean;
}

type Row = Awaited<ReturnType<typeof listMails>>['rows'][number];

const head = (row: Row): MailHead => ({
  id: row.id,
  kind: row.kind,
  to: row.to_address,
  subject: row.subject,
  state: shownState(row.state),
  attempts: row.attempts,
  last_error: row.last_error,
  // While a mail is being sent, it is when another process may send it.
  next_at: row.state === 'sending' ? null : (row.next_at?.toISOString() ?? null),
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
});

/** Routes of outgoing mails and their delivery states; without a mail server, the mails themselves. */
export const addMailboxRoutes = (api: Api, { db, hasMailServer }: MailboxDependencies): void => {
  /** A mail may contain a link that signs its recipient in, so nobody may read mails to a higher role. */
  const mayRead = async (who: Person, userId: number | null): Promise<boolean> => {
    if (userId === null || isSelf(who, { userId })) return true;
    const receiver = await loadUser(db, userId);
    return receiver !== undefined && rankOf(receiver) <= (staffRank(who) ?? rank.User);
  };

  route(api, endpoints.list, async ({ query }) => {
    const { count, rows } = await listMails(db, query);
    return { count, results: rows.map(head), has_mail_server: hasMailServer };
  });

  route(api, endpoints.one, async ({ who, params }) => {
    const mail = orNotFound(await findMail(db, params.id));
    const withheld = mail.html === '' || !(await mayRead(who, mail.user_id));
    const { html, text } = withheld ? { html: '', text: '' } : mail;
    return { ...head(mail), html, text, withheld };
  });
};
