import { useQuery } from '@tanstack/react-query';
import type { InvitedClient } from '@tocsin/contract/client-provider';
import { texts } from '@tocsin/contract/texts/providers';
import { Button } from '../../../ui/button.tsx';
import { Failed } from '../../../ui/states.tsx';
import { serverText } from '../queries.ts';
import '../components/components.css';
import { beginPending, leaveTo } from '../../../domain/provider-sign-in.ts';
import { useAction } from '../../../ui/use-action.ts';
import { invitedQuery, startInvited } from './queries.ts';

const t = texts.invited;

/** Sign-in by the client's provider, on the pages of activation and invitation links; nothing without a provider. */
export const InvitedByProvider = ({ token }: { readonly token: string }) => {
  const { data } = useQuery(invitedQuery(token));
  const { run, busy, args, failure } = useAction(
    ({ client }: InvitedClient) => startInvited(token, client, beginPending(false)),
    { fails: 'here', failureText: (error) => serverText(error) ?? texts.signIn.failed, onDone: leaveTo },
  );
  if (!data || data.count === 0) return null;
  return (
    <section className="acc-other" aria-labelledby="other-way">
      <h2 id="other-way">{t.title}</h2>
      <p className="acc-about">{t.about}</p>
      {failure !== null && <Failed text={failure} />}
      <div className="acc-actions">
        {data.results.map((each) => (
          <Button
            key={each.client}
            size="large"
            busy={busy && args?.[0].client === each.client}
            disabled={busy}
            onClick={() => run(each)}
          >
            {t.button(each.company)}
          </Button>
        ))}
      </div>
    </section>
  );
};
