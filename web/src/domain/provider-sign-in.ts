import { endpoints } from '@tocsin/contract/client-provider';
import type { ClientId } from '@tocsin/contract/ids';
import { call } from '../api/call.ts';

const name = 'provider-sign-in';

/** What the tab stores while the user signs in at the provider. */
interface Pending {
  readonly browser: string;
  readonly isLink: boolean;
  /** Where the user goes on after the sign-in. */
  readonly path: string;
}

/** Creates a random secret and stores it in this tab, so that only this tab can finish the sign-in. */
export const beginPending = (isLink: boolean, path = '/'): string => {
  const browser = [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  sessionStorage.setItem(name, JSON.stringify({ browser, isLink, path }));
  return browser;
};

/** Leaves for the address at the provider. */
export const leaveTo = ({ url }: { readonly url: string }): void => window.location.assign(url);

/** Removes and returns what the tab stores; null: nothing was started here. */
export const takePending = (): Pending | null => {
  const text = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  if (text === null) return null;
  const stored: unknown = JSON.parse(text);
  if (typeof stored !== 'object' || stored === null || !('browser' in stored) || !('isLink' in stored)) return null;
  const path = 'path' in stored && typeof stored.path === 'string' ? stored.path : '/';
  return { browser: String(stored.browser), isLink: stored.isLink === true, path };
};

/** Begins a sign-in for which the provider asks for the credentials although the user is signed in there. */
export const signInAgain = (client: ClientId, browser: string) =>
  call(endpoints.start, { body: { client, browser, again: true } });
