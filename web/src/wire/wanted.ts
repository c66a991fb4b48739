const key = 'wanted';
/** What a QR code on a machine opens: whoever must sign in first wants to be there, not among the sites. */
const isCode = /^\/maintenance\/\d+\/[\w.-]+\/?$/;

/** Keeps the address of a QR code over the sign-in, for this tab. */
export const wantAfterSignIn = (path: string): void => {
  if (isCode.test(path)) sessionStorage.setItem(key, path);
};

/** Once, after the sign-in. */
export const takeWanted = (): string | null => {
  const path = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return path !== null && isCode.test(path) ? path : null;
};
