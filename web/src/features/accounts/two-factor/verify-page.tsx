import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/accounts';
import { twoFactorQuery } from '../../../domain/two-factor.ts';
import { PublicPage } from '../components/public-page.tsx';
import { PasskeyVerify } from '../passkeys/verify-button.tsx';
import { verifyTwoFactor } from '../queries.ts';
import { LogoutButton } from './logout-button.tsx';
import { TokenForm } from './token-form.tsx';

const t = texts.twoFactor;

/** Verify Security: asks for the second factor after the password. */
export const TwoFactorVerifyPage = () => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const hasPasskey = useQuery(twoFactorQuery()).data?.hasPasskey ?? false;
  const enter = async (): Promise<void> => {
    // Forces a refetch: with the cached status, the access gate would redirect back to this page.
    queries.removeQueries({ queryKey: ['two-factor'] });
    await queries.invalidateQueries();
    await navigate({ to: '/sites', replace: true });
  };
  return (
    <PublicPage title={t.verify}>
      {hasPasskey ? <PasskeyVerify onVerified={enter} /> : null}
      <TokenForm label={t.tokenOrRecovery} onSend={(token) => verifyTwoFactor(token).then(enter)} />
      <div className="acc-foot">
        <LogoutButton />
      </div>
    </PublicPage>
  );
};
