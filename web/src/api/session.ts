import { useSyncExternalStore } from 'react';
import { createSubscribers } from '../ui/store.ts';
import { onStoredElsewhere, readStored, writeStored } from './storage.ts';

const { subscribe, notify } = createSubscribers();
/** Whether the person signed out, here or in another tab; after a session that ended the page opens again. */
let hasLeft = false;
onStoredElsewhere('token', () => {
  hasLeft = token() === null;
  notify();
});

/** The session token; null while nobody is signed in. */
export const token = (): string | null => readStored('token');

/** Stores the token, which signs the user in in all tabs of this browser. */
export const signIn = (newToken: string): void => {
  writeStored('token', newToken);
  hasLeft = false;
  notify();
};

/** The same as signing out, for a session that the server has ended: a sign-in leads back to the page. */
export const endSession = (): void => {
  writeStored('token', null);
  writeStored('client', null);
  writeStored('language', null);
  writeStored('twoFactorRequired', null);
  writeStored('twoFactorVerified', null);
  sessionStorage.clear();
  notify();
};

/** Removes the token and all data stored for its user (docs/spec/administration.md, section 4, Login). */
export const signOut = (): void => {
  hasLeft = true;
  endSession();
};
export const hasSignedOut = (): boolean => hasLeft;

/** Calls back on each sign-in and sign-out, including those in other tabs. */
export const onSession = subscribe;

/** The session token; re-renders when it changes. */
export const useToken = (): string | null => useSyncExternalStore(onSession, token);
