import { createServer, type Server, type Socket } from 'node:net';
import { checksum, type Framing } from '../modbus-frame.ts';

/** What a slave gets wrong in every answer; null: nothing. */
export type Lie = 'transaction' | 'unit' | 'length' | 'text' | null;

/** How a slave behaves. Units other than `unit` are silent. */
export interface SlaveHabits {
  readonly framing: Framing;
  readonly unit: number;
  /** Addresses that do not exist, the same for every function. */
  readonly holes: ReadonlySet<number>;
  readonly mostRegisters: number;
  readonly mostBits: number;
  readonly closesAfterAnswer: boolean;
  readonly delayMs: number;
  /** Sent when a connection is made. */
  readonly banner: string;
  /** Answers come in two pieces. */
  readonly isTorn: boolean;
  readonly lie: Lie;
}

/** The content of every register: no two neighbours are alike. */
export const registerAt = (at: number): number => (at * 2_654_435_761) >>> 16;
export const bitAt = (at: number): number => registerAt(at) & 1;

/** A slave on loopback, written by hand; `sent` holds every request as it arrived. */
export class RandomSlave {
  readonly #habits: SlaveHabits;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  readonly sent: Buffer[] = [];

  constructor(habits: SlaveHabits) {
    this.#habits = habits;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  async start(): Promise<number> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #serve(socket: Socket): void {
    const { banner, delayMs, framing } = this.#habits;
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
    if (banner !== '') socket.write(banner);
    socket.on('data', (request) => {
      this.sent.push(request);
      const unit = request[framing === 'tcp' ? 6 : 0] ?? 0;
      const body = framing === 'tcp' ? request.subarray(7) : request.subarray(1, -2);
      if (unit === this.#habits.unit) setTimeout(() => this.#answer(socket, request, body), delayMs);
    });
  }

  #answer(socket: Socket, request: Buffer, asked: Buffer): void {
    if (socket.destroyed) return;
    const { framing, lie, unit, closesAfterAnswer, isTorn } = this.#habits;
    const body = this.#bodyFor(asked);
    const said = lie === 'unit' ? (unit + 1) % 256 : unit;
    if (lie === 'length') body[1] = ((body[1] ?? 0) + 2) & 0xff;
    let answer = Buffer.concat([Buffer.from([said]), body]);
    if (framing === 'tcp') {
      const head = Buffer.alloc(6);
      request.copy(head, 0, 0, 2);
      head.writeUInt16BE(answer.length, 4);
      if (lie === 'transaction') head.writeUInt16BE((head.readUInt16BE(0) + 1) & 0xffff, 0);
      answer = Buffer.concat([head, answer]);
    } else {
      const end = Buffer.alloc(2);
      end.writeUInt16LE(checksum(answer));
      answer = Buffer.concat([answer, end]);
    }
    if (lie === 'text') answer = Buffer.from('Login incorrect, please try again\r\n');
    if (isTorn) socket.write(answer.subarray(0, 5));
    setImmediate(() => {
      socket.write(isTorn ? answer.subarray(5) : answer);
      if (closesAfterAnswer) socket.end();
    });
  }

  #bodyFor(asked: Buffer): Buffer {
    const { holes, mostBits, mostRegisters } = this.#habits;
    const fn = asked.readUInt8(0);
    const at = asked.readUInt16BE(1);
    const count = asked.readUInt16BE(3);
    const refuse = (code: number) => Buffer.from([fn | 0x80, code]);
    if (fn < 1 || fn > 4) return refuse(1);
    if (count > (fn <= 2 ? mostBits : mostRegisters)) return refuse(3);
    for (let i = at; i < at + count; i++) if (holes.has(i)) return refuse(2);
    if (fn <= 2) {
      const bytes = Buffer.alloc(Math.ceil(count / 8));
      for (let i = 0; i < count; i++) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bitAt(at + i) << (i & 7));
      return Buffer.concat([Buffer.from([fn, bytes.length]), bytes]);
    }
    const words = Buffer.alloc(2 * count);
    for (let i = 0; i < count; i++) words.writeUInt16BE(registerAt(at + i), 2 * i);
    return Buffer.concat([Buffer.from([fn, words.length]), words]);
  }
}
