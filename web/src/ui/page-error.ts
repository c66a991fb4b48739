/** The page's code could not be loaded, because the server cannot be reached. */
export class ServerUnreachable extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached', { cause });
  }
}

/** Text of docs/spec/monitoring.md, section 8. */
const wentWrong = 'Something went wrong. Please try to refresh the page';
const notLoaded =
  'No connection to the server. This page was not opened before, so it cannot be shown yet. It opens by itself when the connection is back.';

/** The message of a page that cannot be shown. */
export const failureText = (error: unknown): string => (error instanceof ServerUnreachable ? notLoaded : wentWrong);
