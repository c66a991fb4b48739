import { useSyncExternalStore } from 'react';
import { removeDrafts } from '../ui/drafts.ts';
import { createStore, createSubscribers } from '../ui/store.ts';
import { hasUnsavedForm } from '../ui/unsaved-forms.ts';
import { onStoredElsewhere, readStored, writeStored } from './storage.ts';

const { subscribe, notify } = createSubscribers();
/** Whether the person signed out, here or in another tab; after a session that ended the page opens again. */
let hasLeft = false;
/** Whether the session has ended while a form has input: the page stays, and asks for the password over it. */
export const isLapsed = createStore(false);
onStoredElsewhere('token', () => {
  hasLeft = token() === null && readStored('leaving') !== null;
  if (token() === null && !hasLeft && hasUnsavedForm()) isLapsed.set(true);
  else notify();
});

/** The session token; null while nobody is signed in. */
export const token = (): string | null => readStored('token');

/** Stores the token, which signs the user in in all tabs of this browser. */
export const signIn = (newToken: string): void => {
  writeStored('leaving', null);
  writeStored('token', newToken);
  hasLeft = false;
  isLapsed.set(false);
  notify();
};

/** Ends the session in the browser; a sign-in leads back to the page. */
export const endSession = (): void => {
  isLapsed.set(false);
  writeStored('token', null);
  writeStored('client', null);
  writeStored('language', null);
  writeStored('usedAt', null);
  writeStored('twoFactorRequired', null);
  writeStored('twoFactorVerified', null);
  sessionStorage.clear();
  notify();
};

/** Removes the token and all data stored for its user (docs/spec/administration.md, section 4, Login). */
export const signOut = (): void => {
  hasLeft = true;
  writeStored('leaving', 'true');
  removeDrafts();
  endSession();
};
/** The same for a session that the server has ended; input of a form waits for the same person to sign in again. */
export const loseSession = (): void => {
  if (hasUnsavedForm()) isLapsed.set(true);
  else endSession();
};
export const hasSignedOut = (): boolean => hasLeft;

/** Calls back on each sign-in and sign-out, including those in other tabs. */
export const onSession = subscribe;

/** The session token; re-renders when it changes. */
export const useToken = (): string | null => useSyncExternalStore(onSession, token);
