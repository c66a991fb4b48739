import { z } from 'zod';
import { ask, CallError } from '../../wire/http.ts';
import { Me } from '../../wire/plant.ts';
import { signIn, signOut } from '../../wire/session.ts';
import { keep } from '../../wire/storage.ts';
import { texts } from './texts.ts';

const Answer = z.object({ token: z.string() });

/** Signs in and loads the person; without the person there is no session (administration.md 4, Login). */
export const login = async (username: string, password: string): Promise<void> => {
  const { token } = await ask({ method: 'POST', path: 'v1/accounts/login-jwt/', body: { username, password } }, Answer);
  keep('token', token);
  try {
    await ask({ method: 'GET', path: 'v1/me/' }, Me);
  } catch (error) {
    // Unverified sessions may ask for me/ too, so this is the server, not the second factor.
    signOut();
    throw new CallError(0, texts.noServer, error);
  }
  signIn(token);
};
