import { createServer, type Server, type Socket } from 'node:net';
import { createRandom, type Random } from '../random.ts';
import type { RegisterImage } from './modbus-image.ts';

/** Faults as shares (0 to 1) of the requests. */
export interface ModbusFaults {
  readonly exception?: number;
  readonly silent?: number;
  readonly late?: number;
  /** Delay of late answers in ms. */
  readonly lateMs?: number;
  readonly wrongTransaction?: number;
}

const headBytes = 7;
const exceptions = { illegalFunction: 1, illegalAddress: 2, illegalValue: 3, deviceBusy: 6 } as const;

/** A Modbus TCP server for functions 1 to 4, written by hand so that it can misbehave in every way that devices do. */
export class ModbusServer {
  readonly #image: RegisterImage;
  readonly #random: Random;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  faults: ModbusFaults = {};
  requests = 0;

  constructor(image: RegisterImage, seed = 1) {
    this.#image = image;
    this.#random = createRandom(seed);
  }

  /** The port it listens on. */
  async start(port = 0, host = '127.0.0.1'): Promise<number> {
    const server = createServer((socket) => this.#serve(socket));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    const address = server.address();
    return typeof address === 'object' && address ? address.port : port;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    let rest = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= headBytes) {
        const length = 6 + rest.readUInt16BE(4);
        if (rest.length < length) break;
        this.#answer(socket, rest.subarray(0, length));
        rest = rest.subarray(length);
      }
    });
  }

  #answer(socket: Socket, request: Buffer): void {
    this.requests++;
    const luck = this.#random.next();
    const { exception = 0, silent = 0, late = 0, lateMs = 5_000, wrongTransaction = 0 } = this.faults;
    if (luck < silent) return;
    const busy = luck < silent + exception;
    const body = busy ? fail(request[headBytes] ?? 0, exceptions.deviceBusy) : this.#read(request);
    const answer = Buffer.concat([request.subarray(0, headBytes), body]);
    answer.writeUInt16BE(body.length + 1, 4);
    if (luck > 1 - wrongTransaction) answer.writeUInt16BE((answer.readUInt16BE(0) + 1) & 0xffff, 0);
    const isLate = luck >= silent + exception && luck < silent + exception + late;
    if (!isLate) socket.write(answer);
    else setTimeout(() => !socket.destroyed && socket.write(answer), lateMs).unref();
  }

  #read(request: Buffer): Buffer {
    const code = request[headBytes] ?? 0;
    if (code < 1 || code > 4) return fail(code, exceptions.illegalFunction);
    if (request.length < headBytes + 5) return fail(code, exceptions.illegalValue);
    const from = request.readUInt16BE(headBytes + 1);
    const count = request.readUInt16BE(headBytes + 3);
    const bits = code <= 2;
    if (count < 1 || count > (bits ? 2_000 : 125)) return fail(code, exceptions.illegalValue);
    if (from + count > 65_536) return fail(code, exceptions.illegalAddress);
    if (bits) {
      const bytes = Buffer.alloc(Math.ceil(count / 8));
      for (let i = 0; i < count; i++)
        if (this.#image.bit(from + i)) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (1 << (i & 7));
      return Buffer.concat([Buffer.from([code, bytes.length]), bytes]);
    }
    const words = Buffer.alloc(2 * count);
    for (let i = 0; i < count; i++) words.writeUInt16BE(this.#image.register(from + i), 2 * i);
    return Buffer.concat([Buffer.from([code, words.length]), words]);
  }
}

const fail = (code: number, exception: number): Buffer => Buffer.from([code | 0x80, exception]);
