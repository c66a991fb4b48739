import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MyInvitation } from '@tocsin/contract/invitations';
import { texts } from '@tocsin/contract/texts/invitations';
import { useMe } from '../../../domain/me.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { serverText } from '../queries.ts';
import { acceptInvitation, declineInvitation, myInvitationsQuery } from './queries.ts';

const One = ({ invitation, count }: { readonly invitation: MyInvitation; readonly count: number }) => {
  const { ask, dialog } = useConfirm();
  const { company } = invitation.client;
  const { run: answer, busy } = useAction(
    (isAccepted: boolean) => (isAccepted ? acceptInvitation : declineInvitation)(invitation.id),
    {
      toast: ({ detail }) => detail,
      failureText: (error) => serverText(error) ?? texts.failed,
      refetches: 'all',
      refetchesAnyway: true,
    },
  );
  const decline = (): void =>
    ask({
      title: texts.declineAsk(company),
      body: texts.declineAbout,
      yes: texts.decline,
      act: async () => answer(false),
    });
  return (
    <>
      <Notice
        tone="info"
        actions={
          <>
            {!invitation.needs_mailbox && (
              <Button size="bar" look="primary" busy={busy} onClick={() => answer(true)}>
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
