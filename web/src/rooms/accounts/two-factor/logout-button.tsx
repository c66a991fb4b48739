import { Button } from '../../../kit/button.tsx';
import { signOut } from '../../../wire/session.ts';
import { logout } from '../queries.ts';
import { texts } from '../texts.ts';

/** The way out of a page that lets nobody by: the session ends at the server, the page forgets it in any case. */
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
