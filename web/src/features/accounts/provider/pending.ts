const name = 'provider-sign-in';

/** What the tab stores while the user signs in at the provider. */
interface Pending {
  readonly browser: string;
  readonly isLink: boolean;
}

/** Creates a random secret and stores it in this tab, so that only this tab can finish the sign-in. */
export const beginPending = (isLink: boolean): string => {
  const browser = [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  sessionStorage.setItem(name, JSON.stringify({ browser, isLink }));
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
  return { browser: String(stored.browser), isLink: stored.isLink === true };
};
