import { useQuery, useQueryClient } from '@tanstack/react-query';
import { texts as t } from '@tocsin/contract/texts/contact-methods';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import css from './contact-methods.module.css';
import { addMethod, contactMethodsKey } from './queries.ts';
import { isSubscribed, subscribe } from './subscribe.ts';
import { browserName, whyNoPushHere } from './why-no-push.ts';

/** Enables notifications in this browser, or says why that is not possible. */
export const ThisBrowser = ({
  pushKey,
  hasBrowser,
}: {
  readonly pushKey: string | null;
  readonly hasBrowser: boolean;
}) => {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [denied, setDenied] = useState(false);
  const whyNot = denied ? t.whyNot.denied : whyNoPushHere(pushKey);
  const { data: isOn, refetch } = useQuery({ queryKey: ['this-browser'], queryFn: isSubscribed });
  const turnOn = async (key: string): Promise<void> => {
    setBusy(true);
    try {
      const subscription = await subscribe(key);
      if (subscription === null) return setDenied(true);
      const { sent } = await addMethod({ kind: 'push', title: browserName(navigator.userAgent), subscription });
      if (sent.is_sent) showToast('success', t.browserCheck);
      else showToast('error', t.notSent(sent.error ?? ''));
      await refetch();
      await queries.invalidateQueries({ queryKey: contactMethodsKey });
    } catch (error) {
      showToast('error', error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={css.part} aria-labelledby="this-browser">
      <h2 id="this-browser">{t.browser}</h2>
      <p>{t.browserAbout}</p>
      {whyNot !== null && <p role="note">{whyNot}</p>}
      {whyNot === null && isOn === true && hasBrowser ? (
        <p>{t.browserIsOn}</p>
      ) : (
        whyNot === null &&
        pushKey !== null && (
          <div>
            <Button icon="bell" busy={busy} onClick={() => void turnOn(pushKey)}>
              {t.browserOn}
            </Button>
          </div>
        )
      )}
      <small>{t.systems}</small>
    </section>
  );
};
