import { closeCodes, heartbeatMs, Pong, type SocketCommand } from '@tocsin/contract/socket';
import { heardServerTime } from './clock.ts';
import { selection, selectionText } from './selection.ts';
import { token } from './session.ts';

/** `refused`: the server said no (not signed in, not allowed, not there); what is allowed again is told again. */
export type SocketState = 'connecting' | 'open' | 'down' | 'refused';

/** Where a socket leads and who hears of it; it comes back by itself until it is closed or refused. */
export interface SocketOptions {
  /** Below /api/: `v1/ws/device-data/U1/`. */
  readonly path: string;
  /** Where the token goes: in the address, or in the first message. */
  readonly auth: 'address' | 'message';
  readonly onMessage: (message: unknown, receivedAt: number) => void;
  readonly onState: (state: SocketState) => void;
  /** Asked after a failed upgrade, whose status a page can't see: does the session still stand? (me/) */
  readonly stillSignedIn: () => Promise<boolean>;
}

/** A suspension ends, a right is given back: whoever was refused asks now and then. */
const askAgainMs = 30_000;
const firstWaitMs = 500;
const longestWaitMs = 15_000;
/** No answer to a ping for so long: the line is dead, whatever the browser thinks. */
const answerMs = 5_000;

/** Back-off doubles up to 15 s; the jitter keeps a thousand pages from coming back in one second. */
export const waitMs = (attempt: number, random: number): number => {
  const full = Math.min(longestWaitMs, firstWaitMs * 2 ** attempt);
  return full / 2 + (full / 2) * random;
};

/**
 * What is told belongs to the selected client. Site and device stay out of it: when one of them is removed while the page
 * is open, the channel of everything else must not be refused with it.
 */
const selectedClient = (): string => selectionText({ client: selection().client, site: null, device: null });

/** A channel to the server that comes back by itself until it is stopped, with back-off, and says how it stands. */
export class LiveSocket {
  private readonly options: SocketOptions;
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private overdue: ReturnType<typeof setTimeout> | undefined;
  /** When the oldest ping was sent that no pong has answered. */
  private pingedAt: number | null = null;
  private refused = false;
  private stopped = true;

  constructor(options: SocketOptions) {
    this.options = options;
  }

  start(): void {
    this.stopped = false;
    window.addEventListener('online', this.hurry);
    window.addEventListener('offline', this.doubt);
    document.addEventListener('visibilitychange', this.hurry);
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    window.removeEventListener('online', this.hurry);
    window.removeEventListener('offline', this.doubt);
    document.removeEventListener('visibilitychange', this.hurry);
    clearTimeout(this.timer);
    this.drop();
  }

  /** A laptop that wakes, or a network that is back, need not wait for the back-off. */
  private readonly hurry = (): void => {
    if (this.stopped || document.hidden || this.socket !== null) return;
    clearTimeout(this.timer);
    this.attempt = 0;
    this.connect();
  };

  /** No network, says the browser; a portal on the same machine is there all the same, so it is asked. */
  private readonly doubt = (): void => {
    if (this.socket?.readyState === WebSocket.OPEN) this.ping();
  };

  private drop(): void {
    clearInterval(this.beat);
    clearTimeout(this.overdue);
    this.overdue = undefined;
    this.pingedAt = null;
    const socket = this.socket;
    this.socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private address(): string {
    const url = new URL(`/api/${this.options.path}`, window.location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    if (this.options.auth === 'address') {
      url.searchParams.set('token', token() ?? '');
      url.searchParams.set('selection', selectedClient());
    }
    return url.href;
  }

  private say(command: SocketCommand): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }

  private connect(): void {
    if (!this.refused) this.options.onState('connecting');
    const socket = new WebSocket(this.address());
    this.socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      if (this.options.auth === 'message') {
        this.say({ command: 'auth', token: token() ?? '', selection: selectedClient() });
      }
      // At once too: the answer proves the way on a socket that has nothing to tell yet.
      this.ping();
      this.beat = setInterval(() => this.ping(), heartbeatMs);
    };
    socket.onmessage = (event) => this.heard(String(event.data));
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.drop();
      void this.again(opened, event.code);
    };
  }

  private ping(): void {
    this.say({ command: 'ping' });
    this.pingedAt ??= Date.now();
    this.overdue ??= setTimeout(() => {
      this.drop();
      void this.again(true, 0);
    }, answerMs);
  }

  private heard(text: string): void {
    clearTimeout(this.overdue);
    this.overdue = undefined;
    const receivedAt = Date.now();
    const message: unknown = JSON.parse(text);
    // Only an answer proves that the way is whole: an upgrade alone must not reset the back-off.
    this.attempt = 0;
    this.refused = false;
    this.options.onState('open');
    const pong = Pong.safeParse(message);
    if (!pong.success) {
      this.options.onMessage(message, receivedAt);
      return;
    }
    heardServerTime(pong.data.sent_at, receivedAt, this.pingedAt);
    this.pingedAt = null;
  }

  private async again(opened: boolean, code: number): Promise<void> {
    if (this.stopped) return;
    const { unauthorised, forbidden, notFound } = closeCodes;
    if (code === forbidden || code === notFound) this.refused = true;
    this.options.onState(this.refused ? 'refused' : 'down');
    if (!opened || code === unauthorised) {
      // A refused upgrade looks like a lost server; me/ tells them apart (a 401 there ends the session).
      const signedIn = await this.options.stillSignedIn();
      if (this.stopped || this.socket !== null) return;
      if (!signedIn) return this.options.onState('refused');
    }
    clearTimeout(this.timer);
    const wait = this.refused ? askAgainMs : waitMs(this.attempt++, Math.random());
    this.timer = setTimeout(() => this.connect(), wait);
  }
}
