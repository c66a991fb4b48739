import { useSyncExternalStore } from 'react';
import { keep, kept, onKeptElsewhere } from './storage.ts';

const listeners = new Set<() => void>();
const tellAll = (): void => {
  for (const listener of listeners) listener();
};
onKeptElsewhere('token', tellAll);

export const token = (): string | null => kept('token');

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

export const onSession = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useToken = (): string | null => useSyncExternalStore(onSession, token);
