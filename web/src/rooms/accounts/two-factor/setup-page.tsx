import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Loading } from '../../../kit/states.tsx';
import { say } from '../../../kit/toast.tsx';
import { twoFactorQuery } from '../../../wire/two-factor.ts';
import { Dialog } from '../parts/dialog.tsx';
import { PublicPage } from '../parts/public-page.tsx';
import { disableTwoFactor, serverText, startTwoFactor, twoFactorCode, verifyTwoFactor } from '../queries.ts';
import { texts } from '../texts.ts';
import { LogoutButton } from './logout-button.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TokenForm } from './token-form.tsx';

const t = texts.twoFactor;

const Start = ({ onStarted }: { readonly onStarted: () => void }) => {
  const [busy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      await startTwoFactor();
      say('success', t.registered);
      onStarted();
    } catch (error) {
      say('error', serverText(error) ?? t.failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="acc-actions">
      <Button look="primary" size="large" busy={busy} onClick={() => void start()}>
        {t.setup}
      </Button>
    </div>
  );
};

const Scan = ({ onVerified }: { readonly onVerified: (codes: readonly string[]) => void }) => {
  const code = useQuery({ queryKey: ['two-factor', 'code'], queryFn: twoFactorCode, gcTime: 0, staleTime: 0 });
  const verify = async (token: string): Promise<void> => {
    const answer = await verifyTwoFactor(token);
    say('success', t.complete);
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

const Registered = ({ onReset }: { readonly onReset: () => Promise<void> }) => {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const reset = async (): Promise<void> => {
    setBusy(true);
    await onReset().finally(() => setBusy(false));
    setAsking(false);
  };
  return (
    <div className="acc-form">
      <p>{t.active}</p>
      <div className="acc-actions">
        <Button look="danger" onClick={() => setAsking(true)}>
          {t.reset}
        </Button>
      </div>
      {asking ? (
        <Dialog title={t.reset} onClose={() => setAsking(false)}>
          <p className="acc-about">{t.resetAsk}</p>
          <div className="acc-actions">
            <Button look="danger" busy={busy} onClick={() => void reset()}>
              {t.yes}
            </Button>
            <Button onClick={() => setAsking(false)}>{t.no}</Button>
          </div>
        </Dialog>
      ) : null}
    </div>
  );
};

/** Manage Security: nothing set up, a code to scan, its recovery codes, or what is set up and can be taken away. */
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
  const reset = async (): Promise<void> => {
    try {
      await disableTwoFactor();
      say('success', t.disabled);
      await queries.invalidateQueries({ queryKey: ['two-factor'] });
    } catch {
      say('error', t.disableFailed);
    }
  };
  const body = () => {
    if (codes !== null) return <RecoveryCodes codes={codes} onKept={() => void done()} />;
    if (state === undefined) return <Loading />;
    if (state.registered) return <Registered onReset={reset} />;
    if (scanning) return <Scan onVerified={setCodes} />;
    return <Start onStarted={() => setScanning(true)} />;
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
