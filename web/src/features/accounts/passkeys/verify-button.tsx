import { texts } from '@tocsin/contract/texts/passkeys';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Failed } from '../../../ui/states.tsx';
import { serverText } from '../queries.ts';
import { verifyByPasskey } from './queries.ts';
import { whyNoPasskeysHere } from './why-not.ts';

/** Verifies the session with a passkey, or says why passkeys cannot be used here. */
export const PasskeyVerify = ({ onVerified }: { readonly onVerified: () => Promise<void> }) => {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const whyNot = whyNoPasskeysHere(undefined);
  if (whyNot !== null) return <p className="acc-about">{whyNot}</p>;
  const go = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await verifyByPasskey();
      await onVerified();
    } catch (error) {
      setFailure(serverText(error) ?? texts.failed);
      setBusy(false);
    }
  };
  return (
    <div className="acc-form">
      {failure !== null && <Failed text={failure} />}
      <div className="acc-actions">
        <Button look="primary" size="large" icon="lock" busy={busy} onClick={() => void go()}>
          {texts.verify.button}
        </Button>
      </div>
    </div>
  );
};
