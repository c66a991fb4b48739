import { redirectFor } from './access-gate.ts';

const key = 'wanted';
const nobody = { signedIn: false, twoFactor: { required: false, registered: false, verified: false } };
const longest = 2_000;

/** Steps of a sign-in, and the pages where it ends anyway. */
const isStep = /^\/(?:setup2fa|verify2fa|sites|api|ws)?\/?$/i;

/**
 * Whether a sign-in may end at this address: path and query of a page of this portal that needs a sign-in. Pages that
 * do not need one are links that work once, such as a password reset.
 */
export const isReturnAddress = (address: string): boolean => {
  // A second slash or a backslash would make a host of what follows; the browser drops line breaks and tabs in an address.
  if (address.length > longest || !/^\/(?![/\\])[\x21-\x7e]*$/.test(address)) return false;
  const { pathname } = new URL(address, 'https://portal.invalid');
  return redirectFor(nobody, pathname) !== null && !isStep.test(pathname) && !/^\/(?:api|ws)\//.test(pathname);
};

/** Stores the address (path and query) of the page that was asked for, for this tab during the sign-in. */
export const rememberReturnAddress = (address: string): void => {
  if (isReturnAddress(address)) sessionStorage.setItem(key, address);
};

/** Returns the stored address once, after the sign-in. */
export const takeReturnAddress = (): string | null => {
  const address = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return address !== null && isReturnAddress(address) ? address : null;
};
