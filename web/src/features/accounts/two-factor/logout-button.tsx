import { texts } from '@tocsin/contract/texts/accounts';
import { signOut } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { logout } from '../queries.ts';

/** Signs out on pages without the shell. The token is removed even if the call to the server fails. */
export const LogoutButton = () => {
  const leave = async (): Promise<void> => {
    await logout().catch(() => undefined);
    signOut();
  };
  return (
    <Button look="quiet" icon="signOut" onClick={() => void leave()}>
      {texts.twoFactor.logout}
    </Button>
  );
};
