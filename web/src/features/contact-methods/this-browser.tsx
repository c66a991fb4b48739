import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnProof } from '@tocsin/contract/passkeys';
import { texts as t } from '@tocsin/contract/texts/contact-methods';
import { texts as passkeys } from '@tocsin/contract/texts/passkeys';
import { useState } from 'react';
import { AskOwnProof } from '../../domain/ask-own-proof.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { Part } from './part.tsx';
import { addMethod, contactMethodsKey } from './queries.ts';
import { type BrowserSubscription, isSubscribed, subscribe } from './subscribe.ts';
import { browserName, whyNoPushHere } from './why-no-push.ts';

interface Props {
  readonly pushKey: string | null;
  readonly hasBrowser: boolean;
  readonly mayAdd: boolean;
  /** The session proves the user already. */
  readonly isProven: boolean;
}

/** Enables notifications in this browser, or says why that is not possible. */
export const ThisBrowser = ({ pushKey, hasBrowser, mayAdd, isProven }: Props) => {
  const queries = useQueryClient();
  const [denied, setDenied] = useState(false);
  const [subscribed, setSubscribed] = useState<BrowserSubscription | null>(null);
  const whyNot = denied ? t.whyNot.denied : whyNoPushHere(pushKey);
  const { data: isOn, refetch } = useQuery({ queryKey: ['this-browser'], queryFn: isSubscribed });
  const add = async (subscription: BrowserSubscription, proof: OwnProof): Promise<void> => {
    const title = browserName(navigator.userAgent);
    const { sent } = await addMethod({ kind: 'push', title, subscription, ...proof });
    setSubscribed(null);
    if (sent.is_sent) showToast('success', t.browserCheck);
    else showToast('error', t.notSent(sent.error ?? ''));
    await refetch();
    await queries.invalidateQueries({ queryKey: contactMethodsKey });
  };
  const { run: turnOn, busy } = useAction(subscribe, {
    onDone: (subscription) => {
      if (subscription === null) return setDenied(true);
      if (isProven) return add(subscription, {});
      setSubscribed(subscription);
    },
  });
  return (
    <Part id="this-browser" title={t.browser}>
      <p>{t.browserAbout}</p>
      {whyNot !== null && <p role="note">{whyNot}</p>}
      {whyNot === null && isOn === true && hasBrowser ? (
        <p>{t.browserIsOn}</p>
      ) : (
        whyNot === null &&
        pushKey !== null && (
          <div>
            <Button icon="bell" busy={busy} disabled={!mayAdd} onClick={() => turnOn(pushKey)}>
              {t.browserOn}
            </Button>
          </div>
        )
      )}
      <small>{t.systems}</small>
      {subscribed !== null && (
        <AskOwnProof
          title={t.browserOn}
          about={passkeys.own.askAbout}
          submit={t.browserOn}
          onSend={(proof) => add(subscribed, proof)}
          onClose={() => setSubscribed(null)}
        />
      )}
    </Part>
  );
};
