import { createServer, connect as dial, type NetConnectOpts, type Server, type Socket } from 'node:net';

/**
 * What the proxy does with a new connection: forward it, accept and close it, accept it and never answer, or forward
 * it after `delayMs`. `refuse` closes the port, so that the peer's kernel refuses.
 */
export type ProxyMode = 'pass' | 'close' | 'hang' | 'slow' | 'refuse';

/** A TCP proxy on loopback whose behaviour can be switched while clients use it. */
export class FaultyProxy {
  readonly #target: NetConnectOpts;
  readonly #delayMs: number;
  readonly #open = new Set<Socket>();
  #server: Server | null = null;
  #mode: ProxyMode = 'pass';
  #port = 0;
  /** Connections accepted since the start. */
  accepted = 0;

  constructor(target: NetConnectOpts, delayMs = 200) {
    this.#target = target;
    this.#delayMs = delayMs;
  }

  get port(): number {
    return this.#port;
  }

  /** Client connections that are open now. */
  get open(): number {
    return this.#open.size;
  }

  /** Listens on its former port, or on any free one. */
  async start(): Promise<void> {
    const server = createServer((socket) => this.#accept(socket));
    await new Promise<void>((done, fail) => {
      server.once('error', fail);
      server.listen(this.#port, '127.0.0.1', done);
    });
    const address = server.address();
    if (typeof address === 'object' && address) this.#port = address.port;
    this.#server = server;
  }

  /** Breaks every open connection like a peer that dies, and treats new ones by `mode`. */
  async become(mode: ProxyMode): Promise<void> {
    const before = this.#mode;
    this.#mode = mode;
    if (mode === 'refuse') await this.stop();
    else if (before === 'refuse') await this.start();
    // Half-open: connections stay established but carry nothing any more.
    if (mode === 'hang') for (const socket of this.#open) socket.unpipe().pause();
    else for (const socket of this.#open) socket.destroy();
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#open) socket.destroy();
    if (server) await new Promise<void>((done) => server.close(() => done()));
  }

  #accept(socket: Socket): void {
    this.accepted++;
    this.#open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#open.delete(socket));
    if (this.#mode === 'close') socket.resume().end();
    else if (this.#mode === 'hang') socket.pause();
    else if (this.#mode === 'slow') setTimeout(() => this.#forward(socket), this.#delayMs);
    else this.#forward(socket);
  }

  #forward(socket: Socket): void {
    if (socket.destroyed) return;
    const far = dial(this.#target);
    far.on('error', () => socket.destroy());
    far.on('close', () => socket.destroy());
    socket.on('close', () => far.destroy());
    socket.pipe(far, { end: false });
    far.on('data', (bytes) => {
      if (this.#mode !== 'hang') socket.write(bytes);
    });
  }
}
