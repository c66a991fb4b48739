import { endpoints, texts } from '@tocsin/contract/invitations';
import { managesClient } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { byCall, type Note, recorded, type Trx } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';
import type { InvitationAccounts, LinkOf } from './accounts.ts';
import { presentLinked, presentMine, presentOfClient } from './present.ts';
import {
  clientIdOf,
  dismissDeclined,
  endInvitation,
  findOfClient,
  findOpen,
  listOfClient,
  listOpenOf,
  type OpenInvitationRow,
} from './store.ts';

/** What an accepted invitation grants, as far as its sender may still grant it. */
interface Joining {
  readonly userId: number;
  readonly invitation: OpenInvitationRow;
  readonly at: Date;
}

export interface InvitationsDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly accounts: InvitationAccounts;
  /** Makes the person a member; false when they may not be one, or when the sender may no longer add people. */
  readonly join: (trx: Trx, joining: Joining) => Promise<boolean>;
}

const gone = () => new Refusal('not-found', texts.gone);

export const addInvitationRoutes = (api: Api, dependencies: InvitationsDependencies): void => {
  const { db, accounts } = dependencies;
  const now = () => new Date(dependencies.clock.now());

  route(api, endpoints.ofClient, async ({ who, subject, query }) => {
    const sentBy = managesClient(who, subject.clientId) ? null : who.userId;
    const { count, rows } = await listOfClient(db, subject.clientId, sentBy, { ...query, now: now() });
    return { count, results: rows.map((row) => presentOfClient(row, now())) };
  });

  route(api, endpoints.revoke, async (call) => {
    const { who, subject, params } = call;
    const { clientId } = subject;
    const row = await findOfClient(db, clientId, params.invitation, now());
    if (!row || (row.invited_by !== who.userId && !managesClient(who, clientId))) throw new Refusal('not-found');
    await recorded(db, byCall(call), async (trx, note) => {
      const isEnded = (await endInvitation(trx, row.id, 'revoked', now())) || (await dismissDeclined(trx, row.id));
      if (!isEnded) throw new Refusal('not-found');
      await accounts.close(trx, row.id);
      const about = { subject: 'invitation', subjectId: row.id, subjectName: row.email, clientId };
      note({ action: 'revoke', ...about, old: { email: row.email }, new: null });
    });
  });

  route(api, endpoints.mine, async ({ who, query }) => {
    const { count, rows } = await listOpenOf(db, who.userId, { ...query, now: now() });
    return { count, results: rows.map(presentMine) };
  });

  /** The open invitation after its person is locked, so that only one of two answers counts. */
  const lockOpen = async (trx: Trx, id: number, userId: number) => {
    const account = await accounts.lock(trx, userId);
    const invitation = await findOpen(trx, id, now());
    if (!account || invitation?.user_id !== userId) throw gone();
    return { account, invitation };
  };
  const accept = async (trx: Trx, note: Note, invitation: OpenInvitationRow, more: object = {}): Promise<void> => {
    const { id, user_id: userId, email } = invitation;
    if (!(await endInvitation(trx, id, 'accepted', now()))) throw gone();
    if (!(await dependencies.join(trx, { userId, invitation, at: now() }))) throw gone();
    await accounts.close(trx, id);
    const about = { subject: 'invitation', subjectId: id, subjectName: email, clientId: clientIdOf(invitation) };
    const { is_accounts_management, is_active, visual_dashboard_enabled, sites } = invitation;
    const given = { person: userId, is_accounts_management, is_active, visual_dashboard_enabled, sites };
    note({ action: 'accept', ...about, old: { state: 'pending' }, new: { state: 'accepted', ...given, ...more } });
  };
  /** Not in the client's audit log: declining discloses nothing about the person. */
  const decline = async (trx: Trx, note: Note, { id, email }: OpenInvitationRow): Promise<void> => {
    if (!(await endInvitation(trx, id, 'declined', now()))) throw gone();
    await accounts.close(trx, id);
    const about = { subject: 'invitation', subjectId: id, subjectName: email };
    note({ action: 'decline', ...about, old: { state: 'pending' }, new: { state: 'declined' } });
  };

  route(api, endpoints.accept, async (call) => {
    const { who, params } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const { account, invitation } = await lockOpen(trx, params.id, who.userId);
      if (!account.isVerified) throw new Refusal('forbidden', texts.needsMailbox);
      await accept(trx, note, invitation);
    });
    return { detail: texts.accepted };
  });

  route(api, endpoints.decline, async (call) => {
    const { who, params } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const { invitation } = await lockOpen(trx, params.id, who.userId);
      await decline(trx, note, invitation);
    });
    return { detail: texts.declined };
  });

  const linked = async (token: string): Promise<LinkOf> => {
    const link = await accounts.find(token);
    if (!link) throw gone();
    return link;
  };

  route(api, endpoints.linked, async ({ params }) => {
    const link = await linked(params.token);
    const row = await findOpen(db, link.invitationId, now());
    if (row?.user_id !== link.userId) throw gone();
    return presentLinked(row, link);
  });

  route(api, endpoints.acceptLinked, async ({ params, body, address }) => {
    const link = await linked(params.token);
    const passwordHash = await accounts.prepare(link, body);
    const by = { userId: link.userId, name: link.name, address };
    await recorded(db, by, async (trx, note) => {
      const { account, invitation } = await lockOpen(trx, link.invitationId, link.userId);
      // In the meantime the account may require a new password.
      const needsPassword = !account.isVerified || !account.isRegistered;
      if (needsPassword && passwordHash === null) throw gone();
      if (!(await accounts.take(trx, link))) throw gone();
      if (needsPassword && passwordHash !== null) await accounts.takeOver(trx, link.userId, passwordHash);
      await accept(trx, note, invitation, needsPassword ? { password: 'new', sessions: 'ended' } : {});
    });
    return { detail: texts.accepted };
  });

  route(api, endpoints.declineLinked, async ({ params, address }) => {
    const link = await linked(params.token);
    await recorded(db, { userId: link.userId, name: link.name, address }, async (trx, note) => {
      const { invitation } = await lockOpen(trx, link.invitationId, link.userId);
      if (!(await accounts.take(trx, link))) throw gone();
      await decline(trx, note, invitation);
    });
    return { detail: texts.declined };
  });
};
