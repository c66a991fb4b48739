const secretParts = /\b(token|access_token|password|code|secret|key)=[^&#]*/gi;
// Activation and reset links carry their secret in the path.
const secretPaths = /(\/(?:get-state|accept-terms|set-password|activate|reset\/key)\/)[^/?#]+/gi;

/** An address as it may stand in a log: no token, no secret of a link. */
export const cleanUrl = (url: string): string => url.replace(secretParts, '$1=***').replace(secretPaths, '$1***');
