import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { texts } from '@tocsin/contract/texts/edge-page';
import { z } from 'zod';
import type { Log } from '../platform/log.ts';
import { signatureOf } from '../platform/webhook-signature.ts';
import { readJsonFile, writeJsonFile } from './disk/json-file.ts';
import type { NotifySettings } from './settings.ts';

/** A message of the edge itself. */
export interface EdgeMessage {
  readonly kind: 'portal_unreachable' | 'alarm' | 'portal_back';
  readonly text: string;
  /** Edge's time, unix ms. */
  readonly at: number;
}

export interface NotifierDependencies {
  readonly settings: NotifySettings;
  readonly file: string;
  readonly now: () => number;
  readonly log: Log;
  readonly names: () => { readonly edge: string; readonly site: string };
  /** Since when the portal has not answered, in milliseconds of length; null: it answers. */
  readonly downForMs: () => number | null;
  /** The alarms that stand, as text. */
  readonly alarms: () => readonly string[];
  readonly timeText: (at: number) => string;
}

const Message = z.object({
  kind: z.enum(['portal_unreachable', 'alarm', 'portal_back']),
  text: z.string(),
  at: z.int(),
});
const Saved = z.object({ notifiedSince: z.int().nullable(), waiting: z.array(Message) });
const answerWithinMs = 10_000;
/** Messages that wait; beyond it the oldest alarm is dropped, for the newer ones say more. */
const maxWaiting = 200;

/** Notifies people by the edge's own way when the portal cannot be reached, what alarms come meanwhile, and when it is back. */
export class Notifier {
  readonly #dependencies: NotifierDependencies;
  /** Edge's time since when the portal was away, once people were notified of it; null: they were not. */
  #notifiedSince: number | null;
  #waiting: EdgeMessage[];
  #sending = false;
  #notBefore = 0;
  #failures = 0;
  sent = 0;

  constructor(dependencies: NotifierDependencies) {
    this.#dependencies = dependencies;
    const saved = Saved.safeParse(readJsonFile(dependencies.file));
    this.#notifiedSince = saved.success ? saved.data.notifiedSince : null;
    this.#waiting = saved.success ? saved.data.waiting : [];
  }

  /** Call every second. */
  tick(isAnswering: boolean): void {
    const { settings, now, names, downForMs, alarms, timeText } = this.#dependencies;
    const { edge, site } = names();
    const down = downForMs();
    if (this.#notifiedSince === null && down !== null && down >= settings.afterMs) {
      this.#notifiedSince = now() - down;
      const list = alarms();
      const active = list.length > 0 ? texts.activeNow(list.join('; ')) : texts.noneActive;
      this.#put('portal_unreachable', texts.downMessage(edge, site, timeText(this.#notifiedSince), active));
    } else if (this.#notifiedSince !== null && isAnswering) {
      const minutes = Math.max(1, Math.round((now() - this.#notifiedSince) / 60_000));
      this.#notifiedSince = null;
      this.#put('portal_back', texts.backMessage(edge, site, minutes));
    }
    void this.#send();
  }

  /** An alarm began. While the portal answers, it tells people. */
  began(what: string): void {
    if (this.#notifiedSince === null) return;
    const { edge, site } = this.#dependencies.names();
    this.#put('alarm', texts.alarmMessage(edge, site, what));
    void this.#send();
  }

  #put(kind: EdgeMessage['kind'], text: string): void {
    this.#waiting.push({ kind, text, at: this.#dependencies.now() });
    if (this.#waiting.length > maxWaiting)
      this.#waiting.splice(
        this.#waiting.findIndex((one) => one.kind === 'alarm'),
        1,
      );
    this.#save();
  }

  /** On the disk before it is sent: after a kill it is sent again rather than lost. */
  #save(): void {
    try {
      writeJsonFile(this.#dependencies.file, { notifiedSince: this.#notifiedSince, waiting: this.#waiting }, true);
    } catch (error) {
      this.#dependencies.log.warn('Could not record a message', { error });
    }
  }

  async #send(): Promise<void> {
    const { now, log } = this.#dependencies;
    if (this.#sending) return;
    this.#sending = true;
    for (;;) {
      const [message] = this.#waiting;
      if (!message || now() < this.#notBefore) break;
      const why = await sendMessage(this.#dependencies.settings, message, now());
      if (why !== null) {
        this.#failures++;
        this.#notBefore = now() + Math.min(60_000, 2_000 * 2 ** Math.min(this.#failures, 5));
        log.warn('Could not send a message; retrying', { kind: message.kind, reason: why });
        break;
      }
      this.#failures = 0;
      this.sent++;
      this.#waiting.shift();
      this.#save();
    }
    this.#sending = false;
  }
}

/** The body of a message: the template with its placeholders, or an event as JSON. */
function bodyOf(settings: Pick<NotifySettings, 'body' | 'number'>, message: EdgeMessage): string {
  const { kind, text, at } = message;
  if (settings.body === null) return JSON.stringify({ kind, text, at: new Date(at).toISOString() });
  return fill(settings.body, settings.number, text, (part) => part);
}

/** {text} and {number} as they are (in a URL: encoded), {json}: the text as a JSON string. */
const fill = (template: string, number: string, text: string, encode: (part: string) => string): string =>
  template.replace(/\{(text|number|json)\}/g, (_all, name) => {
    if (name === 'json') return JSON.stringify(text);
    return encode(name === 'text' ? text : number);
  });

/** Resolves to null when the receiver took it, else to the reason. */
function sendMessage(settings: NotifySettings, message: EdgeMessage, now: number): Promise<string | null> {
  const body = settings.method === 'GET' ? '' : bodyOf(settings, message);
  const url = new URL(fill(settings.url, settings.number, message.text, encodeURIComponent));
  const headers: Record<string, string> = { 'content-type': 'application/json', ...settings.headers };
  if (settings.secret !== null)
    headers['tocsin-signature'] = signatureOf(settings.secret, Math.floor(now / 1_000), body);
  return new Promise((resolve) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      url,
      { method: settings.method, headers, agent: false, signal: AbortSignal.timeout(answerWithinMs) },
      (response) => {
        const { statusCode = 0 } = response;
        response.resume();
        resolve(statusCode >= 200 && statusCode < 300 ? null : `answered ${statusCode}`);
      },
    );
    request.on('error', (error) => resolve(error.message));
    request.end(settings.method === 'GET' ? undefined : body);
  });
}
