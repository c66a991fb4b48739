import type { Trx } from '../../platform/db.ts';
import { enqueueMail } from '../../platform/mail.ts';
import { methodsFor } from '../3-resolve/methods.ts';
import * as store from './store-messages.ts';

/** A message before it is known by what it goes. */
export type Enqueued = store.About & Omit<store.NewMessage, 'method' | 'contactMethodId' | keyof store.About>;

/** A rendered mail. */
interface Letter {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/**
 * Enqueues a message and its mail in the caller's transaction. False: the same cause has one already, the person had one
 * about the event from another policy within the last minute, or the person has no account any more.
 */
export async function enqueueMessage(
  trx: Trx,
  message: Enqueued & { readonly letter: Letter },
  at: Date,
): Promise<boolean> {
  const to = await store.addressOf(trx, message.userId);
  if (to === undefined) return false;
  const causeKey = `${message.causeKey} email`;
  const stored = await store.insertMessage(trx, { ...message, causeKey, method: 'email', contactMethodId: null }, at);
  if (stored === null) return false;
  if (stored.is_gathered) return true;
  const { id, goes_at: goesAt } = stored;
  const mailId = await enqueueMail(
    trx,
    {
      kind: 'alarm',
      to,
      ...message.letter,
      userId: message.userId,
      clientId: message.clientId,
      ...(message.eventId === null ? {} : { about: { events: [message.eventId] }, thread: `event-${message.eventId}` }),
      isCancellable: true,
      messageId: `<message-${id}@tocsin>`,
    },
    at,
    goesAt > at ? goesAt : undefined,
  );
  await store.setMail(trx, [id], mailId);
  return true;
}

/** Enqueues a message to one contact method of a person in the caller's transaction; see `insertMessage` for when it goes. */
async function enqueueDirect(
  trx: Trx,
  message: Enqueued,
  method: { readonly id: number; readonly kind: Exclude<store.NewMessage['method'], 'email'> },
  at: Date,
): Promise<void> {
  const causeKey = `${message.causeKey} ${method.kind} ${method.id}`;
  await store.insertMessage(trx, { ...message, causeKey, method: method.kind, contactMethodId: method.id }, at);
  await store.wakeSenders(trx);
}

/** Enqueues a message to a person: as a mail, and by every contact method that takes it now. False: they had it already. */
export async function enqueueEverywhere(
  trx: Trx,
  message: Enqueued & { readonly letter: Letter; readonly at: Date },
): Promise<boolean> {
  const isNew = await enqueueMessage(trx, message, message.at);
  for (const method of await methodsFor(trx, message, message.at))
    await enqueueDirect(trx, message, method, message.at);
  return isNew;
}

/** Enqueues one mail for the gathered messages of a person; without a letter the events are gone, and they have failed. */
export async function putGathered(
  trx: Trx,
  gathered: store.Gathered,
  letter: Letter | undefined,
  at: Date,
): Promise<void> {
  const { ids, userId, clientId } = gathered;
  const to = await store.addressOf(trx, userId);
  if (to === undefined) return await store.failMessages(trx, ids, 'no account any more');
  if (letter === undefined) return await store.failMessages(trx, ids, 'the events are gone');
  const about = { events: gathered.eventIds };
  const messageId = `<messages-${ids[0]}-${ids.length}@tocsin>`;
  const mail = { kind: 'alarm' as const, to, ...letter, userId, clientId, about, isCancellable: true, messageId };
  await store.setMail(trx, ids, await enqueueMail(trx, mail, at));
}
