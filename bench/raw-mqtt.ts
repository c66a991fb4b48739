import { connect, type Socket } from 'node:net';

/** A minimal MQTT 3.1.1 sender, cheap enough that the broker is measured. */
function length(n: number): Buffer {
  const bytes: number[] = [];
  let rest = n;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return Buffer.from(bytes);
}

function text(value: string): Buffer {
  const body = Buffer.from(value);
  const head = Buffer.alloc(2);
  head.writeUInt16BE(body.length);
  return Buffer.concat([head, body]);
}

function packet(first: number, ...chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat(chunks);
  return Buffer.concat([Buffer.from([first]), length(body.length), body]);
}

const id = (n: number): Buffer => Buffer.from([n >> 8, n & 0xff]);

export function connectPacket(
  clientId: string,
  login: { readonly username: string; readonly password: string } | null,
): Buffer {
  const flags = Buffer.from([0x04, login ? 0xc2 : 0x02, 0, 60]);
  const names = login ? [text(login.username), text(login.password)] : [];
  return packet(0x10, text('MQTT'), flags, text(clientId), ...names);
}

export const publishPacket = (topic: string, payload: string, packetId: number): Buffer =>
  packet(0x32, text(topic), id(packetId), Buffer.from(payload));

export const pingPacket = Buffer.from([0xc0, 0]);

export const subscribePacket = (topic: string): Buffer => packet(0x82, id(1), text(topic), Buffer.from([1]));

/** Reads complete packets from a socket: first byte and body. */
function onPackets(socket: Socket, each: (first: number, body: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let at = 0;
    for (;;) {
      let size = 0;
      let shift = 0;
      let i = at + 1;
      while (i < rest.length && ((rest[i] ?? 0) & 0x80) !== 0) {
        size |= ((rest[i++] ?? 0) & 0x7f) << shift;
        shift += 7;
      }
      if (i >= rest.length) break;
      size |= (rest[i++] ?? 0) << shift;
      if (i + size > rest.length) break;
      each(rest[at] ?? 0, rest.subarray(i, i + size));
      at = i + size;
    }
    rest = rest.subarray(at);
  });
}

export async function openMqtt(
  port: number,
  hello: Buffer,
  onPacket: (first: number, body: Buffer) => void,
): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    onPackets(socket, (first, body) => {
      if (first !== 0x20) onPacket(first, body);
      else if (body[1] === 0) resolve();
      else reject(new Error(`connect refused: ${body[1]}`));
    });
    socket.once('connect', () => socket.write(hello));
  });
  return socket;
}

/** Publishes all packets with at most `window` unacknowledged; resolves after the last PUBACK. */
export async function publishAll(
  port: number,
  hello: Buffer,
  packets: readonly Buffer[],
  window: number,
): Promise<void> {
  let next = 0;
  let answered = 0;
  let done: () => void = () => undefined;
  const finished = new Promise<void>((resolve, reject) => {
    done = resolve;
    setTimeout(() => reject(new Error(`only ${answered} of ${packets.length} were acknowledged`)), 120_000).unref();
  });
  const socket = await openMqtt(port, hello, (first) => {
    if (first >> 4 !== 4) return;
    answered++;
    if (answered === packets.length) done();
    const packetNow = packets[next++];
    if (packetNow) socket.write(packetNow);
  });
  while (next < Math.min(window, packets.length)) {
    const packetNow = packets[next++];
    if (packetNow) socket.write(packetNow);
  }
  await finished;
  socket.destroy();
}
