import { clauseText, type Story, shortStory } from '@tocsin/contract/incident-story';
import { texts } from '@tocsin/contract/texts/contact-messages';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { isSingleSms, oneSms } from './sms/sms-alphabet.ts';

/** What a message says, whichever way it goes. */
export interface Content {
  /** `check`: verifies a method. `test`: was asked for by its owner. */
  readonly kind: 'event' | 'gathered' | 'check' | 'test';
  /** Its receiver's (BCP 47). */
  readonly language: string;
  readonly title: string;
  /** Where, since when. */
  readonly about: string;
  readonly whatToDo: string | null;
  /** The story of its incident, with its site; absent: it has none, and title and about say what happened. */
  readonly told?: { readonly site: string; readonly story: Story } | undefined;
  /** Page of the portal that it leads to. */
  readonly url: string;
  /** Proves to us that it arrived, or acknowledges. */
  readonly token: string;
  /** Acknowledges when it is sent back in an SMS. */
  readonly code: string | null;
  /** Fields for programs: of an event. */
  readonly fields: Readonly<Record<string, string | number | boolean | null>>;
}

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length - 1)}…`);

/**
 * The text of an SMS: of an incident its site and headline, what was first, what to do, and how to acknowledge, in one
 * message, from which whole clauses are left out from the end. Other texts are cut before the code is.
 */
export function smsText({ title, about, whatToDo, code, language, told }: Content): string {
  const t = textsIn(texts, language);
  const end = code === null ? '' : ` ${t.reply(code)}`;
  if (told)
    return oneSms(
      shortStory(told.story, {
        head: `${told.site}: ${title}`,
        end: end.trim(),
        advice: t.whatToDo,
        fits: isSingleSms,
      }),
      '',
    );
  const start = [title, about].filter(Boolean).join('. ');
  const rest = whatToDo === null ? '' : ` ${t.whatToDo}: ${whatToDo}`;
  return oneSms(`${start}${start.endsWith('.') ? '' : '.'}${rest}`, end);
}

/** The site, each clause of the story that fits whole, and what to do; without a story what it is about. */
function bodyOf({ about, whatToDo, told }: Content): string {
  if (!told) return [about, whatToDo].filter(Boolean).join('\n');
  const spoken = told.story.clauses.filter(({ kind }) => kind !== 'advice').map(clauseText);
  const room = bodyLength - (whatToDo?.length ?? 0) - told.site.length - 2;
  const fitting = spoken.filter((_, n) => spoken.slice(0, n + 1).join(' ').length <= room);
  return [told.site, fitting.join(' '), whatToDo].filter(Boolean).join('\n');
}
const bodyLength = 900;

/** What the service worker gets. */
export const pushText = (content: Content): string => {
  const t = textsIn(texts, content.language);
  return JSON.stringify({
    kind: content.kind,
    title: cut(content.title, 200),
    body: cut(bodyOf(content), bodyLength),
    url: content.url,
    token: content.token,
    acknowledge: t.acknowledge,
    acknowledged: t.acknowledged,
    notAcknowledged: t.notAcknowledged,
    confirm: t.confirm,
  });
};

/** The body of a personal webhook. */
export const webhookText = (content: Content): string =>
  JSON.stringify({
    kind: content.kind,
    title: content.title,
    about: content.about,
    ...(content.told === undefined ? {} : { story: content.told.story.clauses.map(clauseText).join(' ') }),
    what_to_do: content.whatToDo,
    url: content.url,
    ...(content.code === null ? {} : { code: content.code }),
    ...content.fields,
  });
