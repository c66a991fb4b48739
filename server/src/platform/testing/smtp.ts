import { portOf } from '@tocsin/simulator/port-of';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  readonly to: string;
  readonly from: string;
  /** The raw message as received. */
  readonly raw: string;
  readonly messageId: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export interface SmtpReceiver {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Reply codes for recipients instead of 250, by address. */
  readonly refuse: Map<string, number>;
  /** Delays the reply to a mail until the promise resolves, by address. */
  readonly slow: Map<string, Promise<void>>;
  /** The next mail received for the address, including one not taken yet. */
  next(to: string): Promise<ReceivedMail>;
  close(): Promise<void>;
}

const header = (raw: string, name: string): string => {
  const unfolded = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1] ?? '';
};

const decodeQuoted = (body: string): string =>
  Buffer.from(
    body
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_m, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

const part = (raw: string, type: string): string => {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1];
  if (!boundary) return '';
  for (const piece of raw.split(`--${boundary}`)) {
    const [head = '', ...rest] = piece.split('\r\n\r\n');
    if (!head.toLowerCase().includes(`content-type: ${type}`)) continue;
    const body = rest.join('\r\n\r\n');
    if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
    return /quoted-printable/i.test(head) ? decodeQuoted(body) : body;
  }
  return '';
};

/** A real SMTP server for tests that stores received mails. */
export const startSmtp = async (port = 0): Promise<SmtpReceiver> => {
  const mails: ReceivedMail[] = [];
  const refuse = new Map<string, number>();
  const slow = new Map<string, Promise<void>>();
  const waiting: { to: string; got: (mail: ReceivedMail) => void }[] = [];
  const untaken: ReceivedMail[] = [];

  const take = (mail: ReceivedMail) => {
    mails.push(mail);
    const index = waiting.findIndex((w) => w.to === mail.to);
    const [first] = index < 0 ? [] : waiting.splice(index, 1);
    if (first) first.got(mail);
    else untaken.push(mail);
  };
  const server = new SMTPServer({
    authOptional: true,
    // The mailer keeps idle connections; a regular close would wait half a minute for them.
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const code = refuse.get(address);
      if (code === undefined) done();
      else done(Object.assign(new Error('not accepted'), { responseCode: code }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const { mailFrom, rcptTo } = session.envelope;
        for (const { address } of rcptTo)
          take({
            to: address,
            from: mailFrom ? mailFrom.address : '',
            raw,
            messageId: header(raw, 'message-id'),
            subject: header(raw, 'subject'),
            html: part(raw, 'text/html'),
            text: part(raw, 'text/plain'),
          });
        void Promise.all(rcptTo.map(({ address }) => slow.get(address))).then(() => done());
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const actualPort = portOf(server.server);
  return {
    url: `smtp://127.0.0.1:${actualPort}`,
    mails,
    refuse,
    slow,
    next: (to) => {
      const index = untaken.findIndex((m) => m.to === to);
      const [first] = index < 0 ? [] : untaken.splice(index, 1);
      return first ? Promise.resolve(first) : new Promise((got) => waiting.push({ to, got }));
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
