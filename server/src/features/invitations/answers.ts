import { texts } from '@tocsin/contract/invitations';
import type { InvitationLinks } from '../../access/accounts.ts';
import type { Note } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { clientIdOf, endInvitation, findOpen, type OpenInvitationRow } from './store.ts';

/** What an accepted invitation grants, as far as its sender may still grant it. */
interface Joining {
  readonly userId: number;
  readonly invitation: OpenInvitationRow;
  readonly at: Date;
}
export interface AnswersDependencies {
  readonly clock: Clock;
  readonly accounts: InvitationLinks;
  /** Makes the person a member; false when they may not be one, or when the sender may no longer add people. */
  readonly join: (trx: Trx, joining: Joining) => Promise<boolean>;
}

export const gone = () => new Refusal('not-found', texts.gone);

/** Accepting and declining, in the caller's transaction. */
export const createAnswers = ({ clock, accounts, join }: AnswersDependencies) => {
  const now = () => new Date(clock.now());

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
    if (!(await join(trx, { userId, invitation, at: now() }))) throw gone();
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

  return { lockOpen, accept, decline };
};

/** What a mailed invitation link lets its person into by the client's provider, without a new password. */
export const createProviderAcceptance = (dependencies: AnswersDependencies) => {
  const { accounts } = dependencies;
  const { lockOpen, accept } = createAnswers(dependencies);
  return {
    /** Uses the link up and accepts its invitation; false when it is no longer valid or needs a new password. */
    async enter(trx: Trx, note: Note, linkId: number): Promise<boolean> {
      const link = await accounts.findById(linkId);
      if (!link) return false;
      const { account, invitation } = await lockOpen(trx, link.invitationId, link.userId);
      if (!account.isVerified || !account.isRegistered || !(await accounts.take(trx, link))) return false;
      await accept(trx, note, invitation);
      return true;
    },
  };
};
