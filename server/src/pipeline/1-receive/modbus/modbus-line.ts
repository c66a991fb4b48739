import { lookup } from 'node:dns/promises';
import { BlockList, connect, isIP, type Socket } from 'node:net';
import type { Clock } from '../../../platform/clock.ts';
import { type Answer, encodeRequest, type Framing, parseAnswer } from './modbus-frame.ts';
import type { Block } from './modbus-map.ts';

/** The networks that may be polled; checked for each connection after name resolution. */
export class ModbusNetworks {
  readonly #list = new BlockList();
  readonly isEmpty: boolean;

  constructor(networks: readonly string[]) {
    this.isEmpty = networks.length === 0;
    for (const network of networks) {
      const [address = '', prefix = ''] = network.split('/');
      this.#list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
    }
  }

  allows(address: string): boolean {
    const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
    const family = isIP(mapped);
    return family !== 0 && this.#list.check(mapped, family === 6 ? 'ipv6' : 'ipv4');
  }
}

/** Thrown when the address may not be asked: it is outside the networks, or another client's. */
export class AddressRefused extends Error {}

/** The outcome of a request. After `timeout` the connection may stay open; `closed` and `failed` name the reason. */
export type LineAnswer =
  | Answer
  | { readonly kind: 'timeout'; readonly remark: string | null }
  | { readonly kind: 'closed'; readonly remark: string | null }
  | { readonly kind: 'failed'; readonly error: Error };

/** One read of one unit. */
export interface LineRequest {
  readonly framing: Framing;
  readonly unit: number;
  readonly block: Block;
  readonly timeoutMs: number;
  /** Time that the slave gets between two requests. */
  readonly pauseMs: number;
  /** Units behind one address may belong to sites with different networks. */
  readonly networks: ModbusNetworks;
}

export interface LineOptions {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  /** Throws AddressRefused for a resolved address that belongs to another client. */
  readonly claim: (resolved: string) => void;
}

const noNetworks =
  'The operator has given this site no networks in which devices may be asked. Ask for one, or use an edge.';
/** Answers of that many timed-out requests are still recognised and ignored. */
const formerKept = 16;
const mostHeld = 4_096;

/**
 * One address that may have several units behind it: one connection, one request at a time, opened when it is needed.
 * A slave that closes after each answer is asked on a new connection each time.
 */
export class ModbusLine {
  readonly #options: LineOptions;
  readonly users = new Set<object>();
  #socket: Socket | null = null;
  #tail: Promise<unknown> = Promise.resolve();
  #held = Buffer.alloc(0);
  #wake: () => void = () => {};
  #transaction = 0;
  readonly #former = new Set<number>();
  #answeredAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;
  /** Where the connection leads. */
  #address = '';
  /** Connections that were made. */
  connects = 0;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  /** Waits for the requests before it, then asks. Never rejects. */
  read(request: LineRequest): Promise<LineAnswer> {
    const next = this.#tail.then(() => this.#one(request));
    this.#tail = next;
    return next;
  }

  /** Closes the connection; the next request opens one. */
  hangUp(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  stop(): void {
    this.#isStopped = true;
    this.hangUp();
    this.#wake();
  }

  #isOpen(): boolean {
    return this.#socket !== null && !this.#socket.destroyed && this.#socket.readyState === 'open';
  }

  async #one(request: LineRequest): Promise<LineAnswer> {
    try {
      await this.#rest(this.#answeredAt + request.pauseMs - this.#options.clock.now());
      const wasOpen = this.#isOpen();
      if (!wasOpen) await this.#open(request);
      else if (!request.networks.allows(this.#address)) throw refusalOf(this.#options.host, request.networks);
      const answer = await this.#exchange(request);
      this.#answeredAt = this.#options.clock.now();
      if (answer.kind !== 'closed' || !wasOpen || this.#isStopped) return answer;
      // It had closed a connection that was kept: that says nothing about this request.
      await this.#open(request);
      return await this.#exchange(request);
    } catch (error) {
      return { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  /** Resolves, checks and connects. The connection goes to the checked address itself. */
  async #open({ timeoutMs, networks }: LineRequest): Promise<void> {
    this.hangUp();
    const { host, port, claim } = this.#options;
    if (networks.isEmpty) throw refusalOf(host, networks);
    const { address } = isIP(host) ? { address: host } : await lookup(host);
    if (!networks.allows(address)) throw refusalOf(host, networks);
    claim(`${address} ${port}`);
    const socket = await connectTo(address, port, timeoutMs);
    if (this.#isStopped) socket.destroy();
    if (this.#isStopped) throw new Error('stopped');
    this.#socket = socket;
    this.#address = address;
    this.#held = Buffer.alloc(0);
    this.#former.clear();
    this.connects++;
    // Errors end in 'close', which a waiting request sees.
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      if (this.#socket !== socket) return;
      this.#held = Buffer.concat([this.#held, bytes]);
      if (this.#held.length > mostHeld) this.#held = this.#held.subarray(-mostHeld);
      this.#wake();
    });
    socket.on('close', () => this.#socket === socket && this.#wake());
  }

  async #exchange(request: LineRequest): Promise<LineAnswer> {
    const socket = this.#socket;
    if (socket === null) return { kind: 'closed', remark: null };
    const { clock } = this.#options;
    this.#transaction = (this.#transaction % 0xffff) + 1;
    const asked = { ...request, transaction: this.#transaction };
    if (request.framing === 'rtu') this.#held = Buffer.alloc(0);
    socket.write(encodeRequest(asked));
    let isLate = false;
    const cancel = clock.after(request.timeoutMs, () => {
      isLate = true;
      this.#wake();
    });
    try {
      for (;;) {
        const parsed = parseAnswer(this.#held, asked, this.#former);
        if (parsed.kind !== 'more') {
          this.#held = this.#held.subarray(parsed.used);
          if (parsed.kind === 'skip') continue;
          return parsed.answer;
        }
        if (isLate) return this.#silent(request, asked.transaction, parsed.remark);
        // What the slave sent before it closed was read above.
        if (socket.destroyed || this.#isStopped) return { kind: 'closed', remark: parsed.remark };
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      cancel();
      this.#wake = () => {};
    }
  }

  #silent(request: LineRequest, transaction: number, remark: string | null): LineAnswer {
    this.#former.add(transaction);
    for (const old of this.#former) if (this.#former.size > formerKept) this.#former.delete(old);
    // A late answer of the serial line has nothing that tells which request it is for; bytes that are left confuse.
    if (request.framing === 'rtu' || this.#held.length > 0) this.hangUp();
    return { kind: 'timeout', remark };
  }

  #rest(ms: number): Promise<void> {
    if (!(ms > 0)) return Promise.resolve();
    return new Promise((resolve) => void this.#options.clock.after(ms, resolve));
  }
}

/** Why an address is not asked. Of a name, users must not learn which address it resolves to. */
function refusalOf(host: string, networks: ModbusNetworks): Error {
  if (networks.isEmpty) return new AddressRefused(noNetworks);
  if (isIP(host)) return new AddressRefused(`${host} is not in MODBUS_NETWORKS, so it is not asked`);
  return new Error(`The name ${host} leads outside MODBUS_NETWORKS`);
}

/** Parses `host` or `host:port`; without a port the default one is used. */
export function splitAddress(address: string, usual: number): { readonly host: string; readonly port: number } {
  const isBracketed = address.startsWith('[');
  const end = isBracketed ? address.indexOf(']') + 1 : address.indexOf(':');
  const host = end > 0 ? address.slice(0, end) : address;
  const port = address.slice(host.length + 1);
  return {
    host: (isBracketed ? host.slice(1, -1) : host).toLowerCase(),
    port: /^\d{1,5}$/.test(port) ? Number(port) : usual,
  };
}

function connectTo(host: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    socket.setTimeout(timeoutMs, () =>
      socket.destroy(new Error(`No connection to ${host}:${port} in ${timeoutMs} ms`)),
    );
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
