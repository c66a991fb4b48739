import { texts } from '@tocsin/contract/texts/ui';
/** Thrown if a page's code could not be loaded because the server is unreachable. */
export class ServerUnreachable extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached', { cause });
  }
}

/** The message of a page that cannot be shown (docs/spec/monitoring.md, section 8). */
export const failureText = (error: unknown): string =>
  error instanceof ServerUnreachable ? texts.notLoaded : texts.wentWrong;
