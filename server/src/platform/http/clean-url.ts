const secretParts = /\b(token|access_token|password|code|secret|key)=[^&#]*/gi;
// Mailed links have their secret in the path.
const secretPaths =
  /(\/(?:get-state|accept-terms|set-password|activate|reset\/key|email\/confirm|invitation\/link|invitation-links|on-call\/calendar)\/)[^/?#]+/gi;

const messageLinks = /(\/(?:acknowledge|unsubscribe)\/)[^/?#]+/gi;

/** The URL without tokens and link secrets, for the log. */
export const cleanUrl = (url: string): string =>
  url.replace(secretParts, '$1=***').replace(secretPaths, '$1***').replace(messageLinks, '$1***');
