import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MyInvitation } from '@tocsin/contract/invitations';
import { texts } from '@tocsin/contract/texts/invitations';
import { useState } from 'react';
import { useMe } from '../../../domain/me.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { serverText } from '../queries.ts';
import { acceptInvitation, declineInvitation, myInvitationsQuery } from './queries.ts';

const One = ({ invitation, count }: { readonly invitation: MyInvitation; readonly count: number }) => {
  const queries = useQueryClient();
  const { ask, dialog } = useConfirm();
  const [busy, setBusy] = useState(false);
  const { company } = invitation.client;
  const answer = async (call: () => Promise<{ readonly detail: string }>): Promise<void> => {
    setBusy(true);
    try {
      showToast('success', (await call()).detail);
    } catch (error) {
      showToast('error', serverText(error) ?? texts.failed);
    }
    setBusy(false);
    await queries.invalidateQueries();
  };
  const decline = (): void =>
    ask({
      title: texts.declineAsk(company),
      body: texts.declineAbout,
      yes: texts.decline,
      act: () => answer(() => declineInvitation(invitation.id)),
    });
  return (
    <>
      <Notice
        tone="info"
        actions={
          <>
            {!invitation.needs_mailbox && (
              <Button
                size="bar"
                look="primary"
                busy={busy}
                onClick={() => void answer(() => acceptInvitation(invitation.id))}
              >
                {texts.accept}
              </Button>
            )}
            <Button size="bar" disabled={busy} onClick={decline}>
              {texts.decline}
            </Button>
          </>
        }
      >
        {texts.invites(invitation.invited_by, company)} {invitation.needs_mailbox && texts.needsMailbox}{' '}
        {count > 1 && texts.more(count - 1)}
      </Notice>
      {dialog}
    </>
  );
};

/** Invitations of other clients, and clients that open only with a second factor. */
export const InvitationBanner = () => {
  const me = useMe();
  const isPerson = me?.kind === 'person';
  const { data } = useQuery({ ...myInvitationsQuery(), enabled: isPerson });
  const [first] = data?.results ?? [];
  const locked = (me?.clients ?? []).filter((client) => client.needs_second_factor);
  return (
    <>
      {isPerson && first && <One key={first.id} invitation={first} count={data?.count ?? 1} />}
      {locked.length > 0 && (
        <Notice tone="info" actions={<Link to="/setup2FA">{texts.setUp}</Link>}>
          {texts.locked(locked.map((client) => client.company).join(', '))}
        </Notice>
      )}
    </>
  );
};
