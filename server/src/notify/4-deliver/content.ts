import { texts } from '@tocsin/contract/texts/contact-messages';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { oneSms } from './sms/sms-alphabet.ts';

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

/** The text of an SMS: what to do only, and how to acknowledge. Texts are cut before the code is. */
export function smsText({ title, about, whatToDo, code, language }: Content): string {
  const t = textsIn(texts, language);
  const end = code === null ? '' : ` ${t.reply(code)}`;
  const start = [title, about].filter(Boolean).join('. ');
  const rest = whatToDo === null ? '' : ` ${t.whatToDo}: ${whatToDo}`;
  return oneSms(`${start}${start.endsWith('.') ? '' : '.'}${rest}`, end);
}

/** What the service worker gets. */
export const pushText = (content: Content): string => {
  const t = textsIn(texts, content.language);
  return JSON.stringify({
    kind: content.kind,
    title: cut(content.title, 200),
    body: cut([content.about, content.whatToDo].filter(Boolean).join('\n'), 900),
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
    what_to_do: content.whatToDo,
    url: content.url,
    ...(content.code === null ? {} : { code: content.code }),
    ...content.fields,
  });
