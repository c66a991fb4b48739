import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { OwnProof } from '@tocsin/contract/passkeys';
import { texts } from '@tocsin/contract/texts/accounts';
import { useState } from 'react';
import { CallError } from '../../../api/call-error.ts';
import { AskOwnProof } from '../../../domain/ask-own-proof.tsx';
import { twoFactorQuery } from '../../../domain/two-factor.ts';
import { Button } from '../../../ui/button.tsx';
import { Loading } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { PublicPage } from '../components/public-page.tsx';
import { Passkeys } from '../passkeys/list.tsx';
import { disableTwoFactor, serverText, startTwoFactor, twoFactorCode, verifyTwoFactor } from '../queries.ts';
import { LogoutButton } from './logout-button.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TokenForm } from './token-form.tsx';

const t = texts.twoFactor;

const Start = ({ onStarted }: { readonly onStarted: () => void }) => {
  const [asking, setAsking] = useState(false);
  const started = (): void => {
    showToast('success', t.registered);
    onStarted();
  };
  const { run: start, busy } = useAction(() => startTwoFactor(), {
    fails: 'here',
    onDone: started,
    onFailure: (error) => {
      // Only a fresh sign-in that must set one up goes without the password.
      if (error instanceof CallError && error.fields.password) setAsking(true);
      else showToast('error', serverText(error) ?? t.failed);
    },
  });
  return (
    <div className="acc-actions">
      <Button look="primary" size="large" busy={busy} onClick={start}>
        {t.setup}
      </Button>
      {asking && (
        <AskOwnProof
          title={t.setup}
          about={t.setupAsk}
          submit={t.setup}
          onSend={async (proof) => {
            await startTwoFactor(proof);
            started();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
};

const Scan = ({ onVerified }: { readonly onVerified: (codes: readonly string[]) => void }) => {
  const code = useQuery({ queryKey: ['two-factor', 'code'], queryFn: twoFactorCode, gcTime: 0, staleTime: 0 });
  const verify = async (token: string): Promise<void> => {
    const answer = await verifyTwoFactor(token);
    showToast('success', t.complete);
    onVerified(answer.recovery_codes ?? []);
  };
  return (
    <div className="acc-form">
      <p>{t.scan}</p>
      <div className="acc-qr">
        {code.data ? <img src={code.data.qrcode} alt={t.qr} width={220} height={220} /> : null}
      </div>
      <p>
        {t.secret} <code className="acc-secret">{code.data?.secret ?? ''}</code>
      </p>
      <TokenForm label={t.token} onSend={verify} />
    </div>
  );
};

const Registered = ({ onReset }: { readonly onReset: (proof: OwnProof) => Promise<void> }) => {
  const [asking, setAsking] = useState(false);
  return (
    <div className="acc-form">
      <p>{t.active}</p>
      <div className="acc-actions">
        <Button look="danger" onClick={() => setAsking(true)}>
          {t.reset}
        </Button>
      </div>
      {asking ? (
        <AskOwnProof
          title={t.reset}
          about={t.resetAsk}
          submit={t.yes}
          onSend={onReset}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
};

/** Manage Security, in one of four states: not set up, a code to scan, recovery codes, or set up and removable. */
export const TwoFactorSetupPage = () => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const state = useQuery(twoFactorQuery()).data;
  const [scanning, setScanning] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const forced = state ? state.required && !state.registered : false;

  const done = async (): Promise<void> => {
    await queries.invalidateQueries();
    setCodes(null);
    setScanning(false);
    await navigate({ to: '/sites' });
  };
  const reset = async (proof: OwnProof): Promise<void> => {
    await disableTwoFactor(proof);
    showToast('success', t.disabled);
    setScanning(false);
    await queries.invalidateQueries({ queryKey: ['two-factor'] });
  };
  const body = () => {
    if (codes !== null) return <RecoveryCodes codes={codes} onStored={() => void done()} />;
    if (state === undefined) return <Loading />;
    if (scanning && !state.hasAuthenticator) return <Scan onVerified={setCodes} />;
    return (
      <>
        {state.hasAuthenticator ? <Registered onReset={reset} /> : <Start onStarted={() => setScanning(true)} />}
        <Passkeys onCodes={setCodes} />
      </>
    );
  };
  return (
    <PublicPage title={t.manage} about={forced && codes === null ? t.required : t.why}>
      {body()}
      <div className="acc-foot">
        {forced || codes !== null ? null : <Link to="/user/setting">{t.back}</Link>}
        <LogoutButton />
      </div>
    </PublicPage>
  );
};
