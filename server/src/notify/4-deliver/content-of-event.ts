import { adviceOf, type Story } from '@tocsin/contract/incident-story';
import type { LinkedMessage } from '@tocsin/contract/messages';
import { texts } from '@tocsin/contract/texts/contact-messages';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as events } from '@tocsin/contract/texts/events';
import type { Person } from '../../access/principal.ts';
import { languageOf } from '../../access/reader-language.ts';
import { loadPerson } from '../../access/store.ts';
import type { Db } from '../../platform/db.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import type { Content } from './content.ts';
import type { DirectDependencies } from './direct-channel.ts';
import { type Handover, type SendDependencies, sendTo } from './send-to-method.ts';
import type { DirectMessage } from './store-direct.ts';
import { findMethod, isUsable } from './store-methods.ts';

/** Most urgent level that a push service is asked to deliver without delay: critical and high. */
const urgentLevel = 2;

/** What a message is about, as its receiver may see it now; undefined: they may not open its device any more. */
interface Shown {
  readonly shown: LinkedMessage['event'];
}

/** What messages say, which other features know. */
export interface MessageSources {
  readonly eventFor: (
    db: Db,
    who: Person,
    eventId: number,
    labels: ReturnType<typeof labelsIn>,
  ) => Promise<Shown | undefined>;
  readonly testFor: (db: Db, who: Person, testId: number) => Promise<Shown | undefined>;
  /** The story of the event's incident as a person may read it, in their language; undefined: there is none. */
  readonly storyFor?: (who: Person, eventId: number, language: string) => Promise<Story | undefined>;
  /** How to respond to an event; null: nobody said, or it has no sensor. */
  readonly whatToDo: (db: Db, eventId: number) => Promise<string | null>;
}

const labelsIn = (language: string) => textsIn(events, language).labels;

/** What a push, an SMS or a personal webhook says about an event or a test; undefined: nothing to its receiver any more. */
async function contentOf(
  { eventFor, testFor, storyFor, whatToDo }: MessageSources,
  db: Db,
  publicUrl: string,
  message: Pick<DirectMessage, 'event_id' | 'policy_test_id' | 'user_id' | 'is_test' | 'method'>,
  { token, code, others }: Parameters<DirectDependencies['handOver']>[1],
): Promise<Content | undefined> {
  const { event_id: eventId, policy_test_id: testId } = message;
  const who = await loadPerson(db, message.user_id);
  const language = await languageOf(db, message.user_id);
  if (!who) return undefined;
  const found =
    eventId !== null
      ? await eventFor(db, who, eventId, labelsIn(language))
      : testId === null
        ? undefined
        : await testFor(db, who, testId);
  if (!found) return undefined;
  const t = textsIn(texts, language);
  if (others > 0)
    return {
      kind: 'gathered',
      language,
      title: t.gathered(others + 1),
      about: t.gatheredAbout,
      whatToDo: null,
      url: `${publicUrl}/notifications?tab=unacknowledged`,
      token,
      code: null,
      fields: { events: others + 1 },
    };
  const { shown } = found;
  const began = toZonedIso(Date.parse(shown.at), shown.timezone).slice(0, 16).replace('T', ' ');
  // A message that goes out without its story is better than none.
  const story =
    eventId === null || message.is_test ? undefined : await storyFor?.(who, eventId, language).catch(() => undefined);
  const place = testId === null ? [shown.device, shown.sensor].filter(Boolean).join(', ') : '';
  return {
    kind: 'event',
    language,
    title: story?.headline ?? [message.is_test ? t.test : '', place, shown.what].filter(Boolean).join(': '),
    about: `${shown.site}, ${t.since(began)}`,
    whatToDo: eventId === null ? null : (adviceOf(story) ?? (await whatToDo(db, eventId))),
    ...(story ? { told: { site: shown.site, story } } : {}),
    url: `${publicUrl}/acknowledge/${token}`,
    token,
    code: message.method === 'sms' ? code : null,
    fields: {
      event: eventId,
      policy_test: testId,
      is_test: message.is_test,
      priority: shown.priority,
      client: shown.client,
      location: shown.site,
      device: shown.device,
      sensor: shown.sensor,
      what: shown.what,
      at: shown.at,
      is_active: shown.is_active,
    },
  };
}

/** Hands one message over by its contact method. */
export const handOver =
  (dependencies: SendDependencies, sources: MessageSources): DirectDependencies['handOver'] =>
  async (message, proof): Promise<Handover> => {
    const { db, publicUrl } = dependencies;
    const method = message.contact_method_id === null ? undefined : await findMethod(db, message.contact_method_id);
    if (!method || !isUsable(method))
      return { kind: 'failed', error: 'The method was removed, has ended or waits for its holder' };
    const content = await contentOf(sources, db, publicUrl, message, proof);
    if (!content) return { kind: 'failed', error: 'The receiver no longer has access to the device' };
    const isUrgent = message.priority <= urgentLevel;
    return await sendTo(dependencies, method, { id: `message-${message.id}`, isUrgent, content });
  };
