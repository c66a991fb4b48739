import { closeCodes, heartbeatMs, Pong, type SocketCommand } from '@tocsin/contract/socket';
import { token } from '../api/session.ts';
import { selection, selectionText } from '../domain/selection.ts';
import { noteServerTime } from './clock.ts';

/** `refused`: the server denied access (not signed in, not allowed, not found); retried occasionally. */
export type SocketState = 'connecting' | 'open' | 'down' | 'refused';

/** The address and the callbacks of a socket that reconnects until it is closed or refused. */
export interface SocketOptions {
  /** Below /api/: `v1/ws/device-data/U1/`. */
  readonly path: string;
  /** True if it covers all clients and must not be refused because of a removed client in the selection. */
  readonly ofAllClients?: boolean;
  readonly onMessage: (message: unknown, receivedAt: number) => void;
  readonly onState: (state: SocketState) => void;
  /** Whether the session is still valid; called after a failed upgrade, whose status a page cannot see. */
  readonly stillSignedIn: () => Promise<boolean>;
}

/** Retry interval after a refusal: a suspension may end, or access may be restored. */
const askAgainMs = 30_000;
const firstWaitMs = 500;
const longestWaitMs = 15_000;
/** If a ping is not answered within this time, the connection counts as lost, whatever the browser reports. */
const answerMs = 5_000;

/** Back-off before a reconnection in ms: doubles up to 15 s, with jitter so that pages do not reconnect all at once. */
export const waitMs = (attempt: number, random: number): number => {
  const full = Math.min(longestWaitMs, firstWaitMs * 2 ** attempt);
  return full / 2 + (full / 2) * random;
};

/**
 * The selection that is sent. It contains only the client, on which the channel depends: a site or device that is
 * removed while the page is open must not cause a refusal.
 */
const selectedClient = (): string => selectionText({ client: selection().client, site: null, device: null });

/** A channel to the server that reconnects with back-off until stopped, and reports its state. */
export class LiveSocket {
  private readonly options: SocketOptions;
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setInterval> | undefined;
  private overdue: ReturnType<typeof setTimeout> | undefined;
  /** When the oldest unanswered ping was sent; null: none is pending. */
  private pingedAt: number | null = null;
  private refused = false;
  private stopped = true;

  constructor(options: SocketOptions) {
    this.options = options;
  }

  start(): void {
    this.stopped = false;
    window.addEventListener('online', this.reconnectNow);
    window.addEventListener('offline', this.verify);
    document.addEventListener('visibilitychange', this.reconnectNow);
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    window.removeEventListener('online', this.reconnectNow);
    window.removeEventListener('offline', this.verify);
    document.removeEventListener('visibilitychange', this.reconnectNow);
    clearTimeout(this.timer);
    this.drop();
  }

  /** Skips the back-off, after a wake-up or when the network is back. */
  private readonly reconnectNow = (): void => {
    if (this.stopped || document.hidden || this.socket !== null) return;
    clearTimeout(this.timer);
    this.attempt = 0;
    this.connect();
  };

  /** Checks the connection when the browser reports no network: a portal on the same machine stays reachable. */
  private readonly verify = (): void => {
    if (this.socket?.readyState === WebSocket.OPEN) this.ping();
  };

  private drop(): void {
    clearInterval(this.pingTimer);
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
    return url.href;
  }

  private send(command: SocketCommand): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }

  private connect(): void {
    if (!this.refused) this.options.onState('connecting');
    const socket = new WebSocket(this.address());
    this.socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      // The token is not in the address, which proxies and servers log.
      const selected = this.options.ofAllClients === true ? {} : { selection: selectedClient() };
      this.send({ command: 'auth', token: token() ?? '', ...selected });
      // Pings at once, because the answer proves the connection even if there is nothing to send yet.
      this.ping();
      this.pingTimer = setInterval(() => this.ping(), heartbeatMs);
    };
    socket.onmessage = (event) => this.onText(String(event.data));
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.drop();
      void this.again(opened, event.code);
    };
  }

  private ping(): void {
    this.send({ command: 'ping' });
    this.pingedAt ??= Date.now();
    this.overdue ??= setTimeout(() => {
      this.drop();
      void this.again(true, 0);
    }, answerMs);
  }

  private onText(text: string): void {
    clearTimeout(this.overdue);
    this.overdue = undefined;
    const receivedAt = Date.now();
    const message: unknown = JSON.parse(text);
    // Only a message proves that the connection works: a successful upgrade alone must not reset the back-off.
    this.attempt = 0;
    this.refused = false;
    this.options.onState('open');
    const pong = Pong.safeParse(message);
    if (!pong.success) {
      this.options.onMessage(message, receivedAt);
      return;
    }
    noteServerTime(pong.data.sent_at, receivedAt, this.pingedAt);
    this.pingedAt = null;
  }

  private async again(opened: boolean, code: number): Promise<void> {
    if (this.stopped) return;
    const { unauthorised, forbidden, notFound } = closeCodes;
    if (code === forbidden || code === notFound) this.refused = true;
    this.options.onState(this.refused ? 'refused' : 'down');
    if (!opened || code === unauthorised) {
      // A refused upgrade looks like a lost server; a call to me/ distinguishes them.
      const signedIn = await this.options.stillSignedIn();
      if (this.stopped || this.socket !== null) return;
      if (!signedIn) return this.options.onState('refused');
    }
    clearTimeout(this.timer);
    const wait = this.refused ? askAgainMs : waitMs(this.attempt++, Math.random());
    this.timer = setTimeout(() => this.connect(), wait);
  }
}
