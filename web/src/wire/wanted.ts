const key = 'wanted';
/**
 * What a QR code on a machine, or a mail about an alarm, opens: whoever must sign in first wants to be there, not among
 * the sites.
 */
const isLink = /^\/(maintenance\/\d+\/[\w.-]+\/?|dashboard\/historical\/snapshot\/[\d.]+\/?\?device=\d+)$/;

/** Keeps the address (path and query) of such a link over the sign-in, for this tab. */
export const wantAfterSignIn = (address: string): void => {
  if (isLink.test(address)) sessionStorage.setItem(key, address);
};

/** Once, after the sign-in. */
export const takeWanted = (): string | null => {
  const address = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return address !== null && isLink.test(address) ? address : null;
};
