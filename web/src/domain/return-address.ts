const key = 'wanted';
/** Addresses in QR codes and alarm e-mails, which open after the sign-in instead of the list of sites. */
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
