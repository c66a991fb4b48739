import { texts } from '@tocsin/contract/texts/ui';
/** The page's code could not be loaded, because the server cannot be reached. */
export class ServerUnreachable extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached', { cause });
  }
}

/** The message of a page that cannot be shown (docs/spec/monitoring.md, section 8). */
export const failureText = (error: unknown): string =>
  error instanceof ServerUnreachable ? texts.notLoaded : texts.wentWrong;
