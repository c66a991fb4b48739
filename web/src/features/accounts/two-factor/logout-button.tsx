import { texts } from '@tocsin/contract/texts/accounts';
import { signOut } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { logout } from '../queries.ts';

/** Signs out from a page without the shell: ends the session on the server; the page forgets it even if the call fails. */
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
