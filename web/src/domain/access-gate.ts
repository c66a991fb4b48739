/** Input of the access gate (docs/spec/administration.md, section 2.1). */
export interface GateInput {
  readonly signedIn: boolean;
  readonly twoFactor: { readonly required: boolean; readonly registered: boolean; readonly verified: boolean };
}

/** Open without signing in, and between the password and the second factor. */
const messageLink = /^\/(?:acknowledge|unsubscribe)\/[^/]+\/?$/;

const isPublic = (path: string): boolean =>
  path === '/' ||
  /^\/feedback\/?$/.test(path) ||
  /^\/register\/activate\/[^/]+\/?$/.test(path) ||
  /^\/password\/reset\/key\/[^/]+\/?$/.test(path) ||
  /^\/email\/confirm\/[^/]+\/?$/.test(path) ||
  /^\/invitation\/link\/[^/]+\/?$/.test(path) ||
  messageLink.test(path) ||
  /^\/sign-in\/(?:client\/\d+|passkey|return)\/?$/.test(path) ||
  /^\/wall\/?$/.test(path);

const setup = /^\/setup2fa\/?$/i;
const verify = /^\/verify2fa\/?$/i;

/** The path to redirect to, or null if the requested path is allowed. */
export const redirectFor = (gate: GateInput, path: string): string | null => {
  if (!gate.signedIn) return isPublic(path) ? null : '/';
  if (messageLink.test(path)) return null;
  const { required, registered, verified } = gate.twoFactor;
  if (required && !registered) return setup.test(path) ? null : '/setup2FA/';
  if (registered && !verified) return verify.test(path) ? null : '/verify2FA/';
  return path === '/' || verify.test(path) ? '/sites' : null;
};
