import type { Trx } from '../../platform/audit.ts';
import { enqueueMail } from '../../platform/mail.ts';
import { addressOf, insertMessage, type NewMessage, setMail } from './store.ts';

/** A rendered mail. */
interface Letter {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/**
 * Enqueues a message and its mail in the caller's transaction. False: the same cause has one already, the person had one
 * about the event within the last minute, or the person has no account any more.
 */
export async function enqueueMessage(
  trx: Trx,
  message: NewMessage & { readonly letter: Letter },
  at: Date,
): Promise<boolean> {
  const to = await addressOf(trx, message.userId);
  if (to === undefined) return false;
  const id = await insertMessage(trx, message, at);
  if (id === null) return false;
  const mailId = await enqueueMail(
    trx,
    {
      kind: 'alarm',
      to,
      ...message.letter,
      userId: message.userId,
      clientId: message.clientId,
      about: { events: [message.eventId] },
      isCancellable: true,
      messageId: `<message-${id}@tocsin>`,
    },
    at,
  );
  await setMail(trx, id, mailId);
  return true;
}
