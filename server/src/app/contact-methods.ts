import type { AccountHolder } from '../access/account-holder.ts';
import type { Api } from '../access/route.ts';
import { addContactMethodRoutes, addSmsGatewayRoutes } from '../features/contact-methods/index.ts';
import { acknowledgeByCode, type MessagesDependencies } from '../features/messages/index.ts';
import { advanceAfterFailedMessages, markReported, type SendDependencies } from '../notify/index.ts';
import type { Config } from '../platform/config.ts';
import type { DbAndClock } from '../platform/db.ts';
import { createEncryption, type Encryption } from '../platform/encryption.ts';
import { answerWithinMs, createNetworks } from '../platform/outbound-post.ts';
import type { Throttle } from '../platform/throttle.ts';

/** Encrypts addresses, numbers and keys of contact methods. */
export const contactEncryption = (secret: string): Encryption => createEncryption(secret, 'contact methods');

interface ContactDependencies extends DbAndClock {
  readonly encryption: Encryption;
  readonly config: Pick<Config, 'publicUrl' | 'webhookNetworks'>;
}

/** What handing a message over needs. */
export const sendDependencies = ({ db, clock, encryption, config }: ContactDependencies): SendDependencies => ({
  db,
  clock,
  encryption,
  publicUrl: config.publicUrl,
  isPrivateAllowed: createNetworks(config.webhookNetworks),
  timeout: () => AbortSignal.timeout(answerWithinMs),
});

/** Adds the routes of contact methods and of the SMS gateway. */
export function addContactMethods(
  api: Api,
  dependencies: ContactDependencies & {
    readonly throttle: Throttle;
    readonly messages: MessagesDependencies;
    readonly holder: AccountHolder;
  },
): void {
  const { db, clock, encryption, throttle, messages, holder } = dependencies;
  addContactMethodRoutes(api, { ...sendDependencies(dependencies), throttle, holder });
  addSmsGatewayRoutes(api, {
    db,
    clock,
    encryption,
    throttle,
    acknowledgeByCode: (methodIds, code, address) => acknowledgeByCode(messages, methodIds, code, address),
    reported: (providerId, state) =>
      db.transaction().execute(async (trx) => {
        const message = await markReported(trx, providerId, state);
        if (message && state === 'failed') await advanceAfterFailedMessages(trx, { messageIds: [message.id] });
        return message?.contact_method_id ?? null;
      }),
  });
}
