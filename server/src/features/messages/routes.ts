import { endpoints, type LinkedMessage } from '@tocsin/contract/messages';
import type { Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import {
  type About,
  aboutOf,
  idOfToken,
  isTokenOf,
  linkMs,
  markAcknowledged,
  markDelivered,
  markOpened,
} from '../../notify/index.ts';
import type { DbAndClock, Trx } from '../../platform/db.ts';
import type { Encryption } from '../../platform/encryption.ts';
import { Refusal } from '../../platform/errors.ts';
import { findMessage, type MessageRow } from './store.ts';

/** An event as its receiver may see it. */
interface LinkedEvent {
  readonly shown: LinkedMessage['event'];
  readonly acknowledged: LinkedMessage['acknowledged'];
}

export interface MessagesDependencies extends DbAndClock {
  /** Signs the links. */
  readonly encryption: Pick<Encryption, 'hash'>;
  /** The receiver as they are now; undefined: removed or deactivated. */
  readonly loadPerson: (userId: number) => Promise<Person | undefined>;
  /** A message was seen to arrive by a contact method. */
  readonly confirmed: (methodId: number) => Promise<void>;
  /** The event or test, if the person may acknowledge it now. */
  readonly eventFor: (who: Person, about: About) => Promise<LinkedEvent | undefined>;
  /**
   * Acknowledges for the person in one transaction, in which `use` takes the link; nothing is written when that fails.
   */
  readonly acknowledgeAs: (
    who: Person,
    request: {
      readonly about: About;
      readonly comment: string;
      readonly address: string;
      readonly use: (trx: Trx) => Promise<boolean>;
    },
  ) => Promise<void>;
}

/** The page of a message's one-use link: shows the event, and acknowledges it when its button is pressed. */
export const addMessageRoutes = (api: Api, dependencies: MessagesDependencies): void => {
  const { db, clock, encryption } = dependencies;

  /** Unknown tokens, links sent to methods that are removed or held, people who left and events that they may not open any more answer alike. */
  const linked = async (token: string) => {
    const id = idOfToken(token);
    const message = id === null ? undefined : await findMessage(db, id);
    if (!message?.is_method_trusted || !isTokenOf(encryption, message, token)) throw new Refusal('not-found');
    const who = await dependencies.loadPerson(message.user_id);
    const event = who && (await dependencies.eventFor(who, aboutOf(message)));
    if (!event) throw new Refusal('not-found');
    return { message, who, event };
  };
  const stateOf = (message: MessageRow, event: LinkedEvent): LinkedMessage['state'] => {
    if (message.state === 'acknowledged') return 'used';
    // Whoever is asked for by a step that wants everybody can still answer.
    if (event.acknowledged !== null && message.cancelled_at !== null) return 'acknowledged';
    if (clock.now() - message.created_at.getTime() > linkMs) return 'expired';
    return 'open';
  };
  const present = ({ message, event }: Awaited<ReturnType<typeof linked>>): LinkedMessage => ({
    to: message.user_name,
    event: event.shown,
    is_test: message.is_test,
    state: stateOf(message, event),
    acknowledged: event.acknowledged,
  });

  route(api, endpoints.linked, async ({ body }) => {
    const found = await linked(body.token);
    await markOpened(db, found.message.id);
    return present(found);
  });

  route(api, endpoints.delivered, async ({ body }) => {
    const id = idOfToken(body.token);
    const message = id === null ? undefined : await findMessage(db, id);
    if (!message || !isTokenOf(encryption, message, body.token)) throw new Refusal('not-found');
    const methodId = await markDelivered(db, message.id);
    if (methodId !== null) await dependencies.confirmed(methodId);
  });

  route(api, endpoints.acknowledgeLinked, async ({ body, address }) => {
    const found = await linked(body.token);
    const { message, who } = found;
    if (stateOf(message, found.event) === 'open')
      await dependencies.acknowledgeAs(who, {
        about: aboutOf(message),
        comment: body.comment,
        address,
        use: (trx) => markAcknowledged(trx, message.id),
      });
    return present(await linked(body.token));
  });
};
