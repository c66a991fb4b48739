import type { Db, Trx } from '../../../platform/db.ts';
import type { Encryption } from '../../../platform/encryption.ts';
import { linkMark, linkPath, linkToken } from '../link.ts';
import { abandonMessages, beginMessages, settleMessage } from '../store-messages.ts';

/** Begins the mails of messages, puts their one-use links in, and writes what became of them. */
export const createMailGate = (dependencies: { readonly db: Db; readonly encryption: Pick<Encryption, 'hash'> }) => ({
  /** The content with its link; null: the message is cancelled. */
  async begin({ id, html, text }: { readonly id: number; readonly html: string; readonly text: string }) {
    const [message, ...others] = await beginMessages(dependencies.db, id);
    if (!message) {
      await abandonMessages(dependencies.db, id);
      return null;
    }
    // A gathered mail leads to the log instead.
    if (others.length > 0) return { html, text };
    const token = linkToken(dependencies.encryption, message);
    const put = (content: string): string => content.replaceAll(`${linkPath}${linkMark}`, `${linkPath}${token}`);
    return { html: put(html), text: put(text) };
  },
  settled: (trx: Trx, mailId: number, outcome: Parameters<typeof settleMessage>[2]) =>
    settleMessage(trx, mailId, outcome),
});
