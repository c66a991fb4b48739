import { endpoints, texts } from '@tocsin/contract/invitations';
import type { InvitationLink } from '../../access/accounts.ts';
import { managesClient } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { type AnswersDependencies, createAnswers, gone } from './answers.ts';
import { presentLinked, presentMine, presentOfClient } from './present.ts';
import { dismissDeclined, endInvitation, findOfClient, findOpen, listOfClient, listOpenOf } from './store.ts';

export interface InvitationsDependencies extends AnswersDependencies {
  readonly db: Db;
}

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

  const { lockOpen, accept, decline } = createAnswers(dependencies);

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

  const linked = async (token: string): Promise<InvitationLink> => {
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
