import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portOf } from '@tocsin/simulator/port-of';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** Same as the expect timeout of the journeys (playwright.config.ts). */
const hangsMs = 120_000;

export interface ReceivedMail {
  readonly subject: string;
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
  /** The raw message as received. */
  readonly raw: string;
}

/**
 * Starts a real SMTP server that stores each e-mail as a file in its folder, so that all workers of a Playwright run,
 * which are separate processes, can read them with `Mailbox`.
 */
export async function startMailServer(): Promise<{
  url: string;
  folder: string;
  /** When each e-mail was received (unix ms), by recipient. */
  arrivals: ReadonlyMap<string, readonly number[]>;
  stop: () => Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-mail-'));
  let count = 0;
  const arrivals = new Map<string, number[]>();
  const server = new SMTPServer({
    authOptional: true,
    // The portal keeps its connections open, for which a graceful close would wait half a minute.
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    // Addresses that begin with this name have no mailbox.
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody') ? done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })) : done(),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) {
          const receiver = address.toLowerCase();
          arrivals.set(receiver, [...(arrivals.get(receiver) ?? []), Date.now()]);
          const name = `${String(count++).padStart(6, '0')} ${encodeURIComponent(receiver)}`;
          // Written under a temporary name first, so that no reader sees a partial e-mail.
          writeFileSync(join(folder, `${name}.part`), Buffer.concat(chunks));
          renameSync(join(folder, `${name}.part`), join(folder, `${name}.eml`));
        }
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const port = portOf(server.server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    folder,
    arrivals,
    stop: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The e-mails that an address has received; `folder` is that of the SMTP server. */
export class Mailbox {
  readonly #folder: string;
  readonly #ending: string;

  constructor(folder: string, address: string) {
    this.#folder = folder;
    this.#ending = ` ${encodeURIComponent(address.toLowerCase())}.eml`;
  }

  /** All e-mails so far, oldest first. */
  async all(): Promise<readonly ReceivedMail[]> {
    const files = readdirSync(this.#folder).filter((file) => file.endsWith(this.#ending));
    return await Promise.all(files.sort().map((file) => parse(readFileSync(join(this.#folder, file)))));
  }

  /** Waits for an e-mail whose subject contains the text; resolves with the newest. A timeout lists all subjects. */
  async waitFor(subject: string): Promise<ReceivedMail> {
    const until = Date.now() + hangsMs;
    for (;;) {
      const mails = await this.all();
      const newest = mails.findLast((mail) => mail.subject.includes(subject));
      if (newest) return newest;
      if (Date.now() > until) throw new Error(`no e-mail '${subject}' in: ${mails.map((m) => m.subject).join(' | ')}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** The first link in the e-mail's plain text that contains the given string. */
export function linkIn(mail: ReceivedMail, part: string): string {
  const link = mail.text.match(/https?:\/\/[^\s<>"]+/g)?.find((address) => address.includes(part));
  if (!link) throw new Error(`no link with '${part}' in the e-mail '${mail.subject}':\n${mail.text}`);
  return link;
}

async function parse(raw: Buffer): Promise<ReceivedMail> {
  const mail: Email = await PostalMime.parse(raw);
  return {
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    raw: raw.toString('utf8'),
  };
}
