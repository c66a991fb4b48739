const key = 'wanted';
/**
 * The address that a QR code or an alarm e-mail opens: after the sign-in, people should arrive there instead of at the
 * list of sites.
 */
const isLink = /^\/(maintenance\/\d+\/[\w.-]+\/?|dashboard\/historical\/snapshot\/[\d.]+\/?\?device=\d+)$/;

/** Stores the address (path and query) of such a link for this tab during the sign-in. */
export const rememberReturnAddress = (address: string): void => {
  if (isLink.test(address)) sessionStorage.setItem(key, address);
};

/** Returns the stored address once, after the sign-in. */
export const takeReturnAddress = (): string | null => {
  const address = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return address !== null && isLink.test(address) ? address : null;
};
