import { aboutOf, linkMs, markAcknowledged, smsCode } from '../../notify/index.ts';
import { sameHash } from '../../platform/encryption.ts';
import type { MessagesDependencies } from './routes.ts';
import { findMessage, recentOf } from './store.ts';

/**
 * Acknowledges the event of the message whose code somebody sent back, as its receiver, if they still may. Null: none of
 * the methods has a message of the last 24 hours with this code, or it was used, or its event is acknowledged already.
 */
export async function acknowledgeByCode(
  dependencies: Pick<MessagesDependencies, 'db' | 'clock' | 'encryption' | 'loadPerson' | 'eventFor' | 'acknowledgeAs'>,
  methodIds: readonly number[],
  code: string,
  address: string,
): Promise<{ readonly methodId: number } | null> {
  const { db, clock, encryption } = dependencies;
  const given = Buffer.from(code);
  const recent = await recentOf(db, methodIds, new Date(clock.now() - linkMs));
  for (const candidate of recent) {
    if (!sameHash(given, Buffer.from(smsCode(encryption, candidate)))) continue;
    const message = await findMessage(db, candidate.id);
    const who = message && (await dependencies.loadPerson(message.user_id));
    if (!message || !who || !(await dependencies.eventFor(who, aboutOf(message)))) continue;
    let isTaken = false;
    await dependencies.acknowledgeAs(who, {
      about: aboutOf(message),
      comment: '',
      address,
      use: async (trx) => {
        isTaken = await markAcknowledged(trx, message.id);
        return isTaken;
      },
    });
    if (isTaken) return { methodId: candidate.contact_method_id };
  }
  return null;
}
