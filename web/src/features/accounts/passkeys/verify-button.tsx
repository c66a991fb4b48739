import { texts } from '@tocsin/contract/texts/passkeys';
import { Button } from '../../../ui/button.tsx';
import { Failed } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { serverText } from '../queries.ts';
import { verifyByPasskey } from './queries.ts';
import { whyNoPasskeysHere } from './why-not.ts';

/** Verifies the session with a passkey, or says why passkeys cannot be used here. */
export const PasskeyVerify = ({ onVerified }: { readonly onVerified: () => Promise<void> }) => {
  const { run, busy, failure } = useAction(verifyByPasskey, {
    fails: 'here',
    failureText: (error) => serverText(error) ?? texts.failed,
    onDone: onVerified,
  });
  const whyNot = whyNoPasskeysHere(undefined);
  if (whyNot !== null) return <p className="acc-about">{whyNot}</p>;
  return (
    <div className="acc-form">
      {failure !== null && <Failed text={failure} />}
      <div className="acc-actions">
        <Button look="primary" size="large" icon="lock" busy={busy} onClick={run}>
          {texts.verify.button}
        </Button>
      </div>
    </div>
  );
};
