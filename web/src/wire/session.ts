import { useSyncExternalStore } from 'react';
import { keep, kept, onKeptElsewhere } from './storage.ts';

const listeners = new Set<() => void>();
const tellAll = (): void => {
  for (const listener of listeners) listener();
};
onKeptElsewhere('token', tellAll);

/** The session's token; null while nobody is signed in. */
export const token = (): string | null => kept('token');

/** Somebody is signed in, in every tab of this browser. */
export const signIn = (newToken: string): void => {
  keep('token', newToken);
  tellAll();
};

/** The token goes, and with it what was kept for its person (administration.md 4, Login). */
export const signOut = (): void => {
  keep('token', null);
  keep('client', null);
  keep('twoFactorRequired', null);
  keep('twoFactorVerified', null);
  sessionStorage.clear();
  tellAll();
};

/** Calls back when somebody signs in or out, in another tab too. */
export const onSession = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The token, drawn anew when it changes. */
export const useToken = (): string | null => useSyncExternalStore(onSession, token);
