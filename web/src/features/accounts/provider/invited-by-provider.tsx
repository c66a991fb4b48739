import { useQuery } from '@tanstack/react-query';
import type { InvitedClient } from '@tocsin/contract/client-provider';
import { texts } from '@tocsin/contract/texts/providers';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Failed } from '../../../ui/states.tsx';
import { serverText } from '../queries.ts';
import '../components/components.css';
import { beginPending } from './pending.ts';
import { invitedQuery, startInvited } from './queries.ts';

const t = texts.invited;

/** Sign-in by the client's provider, on the pages of activation and invitation links; nothing without a provider. */
export const InvitedByProvider = ({ token }: { readonly token: string }) => {
  const { data } = useQuery(invitedQuery(token));
  const [busy, setBusy] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  if (!data || data.count === 0) return null;
  const go = async ({ client }: InvitedClient): Promise<void> => {
    setBusy(client);
    setFailure(null);
    try {
      const { url } = await startInvited(token, client, beginPending(false));
      window.location.assign(url);
    } catch (error) {
      setFailure(serverText(error) ?? texts.signIn.failed);
      setBusy(null);
    }
  };
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
            busy={busy === each.client}
            disabled={busy !== null}
            onClick={() => void go(each)}
          >
            {t.button(each.company)}
          </Button>
        ))}
      </div>
    </section>
  );
};
