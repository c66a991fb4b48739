import type { Block } from './modbus-map.ts';

/** `rtu`: frames of the serial line with their checksum, carried by TCP. */
export type Framing = 'tcp' | 'rtu';

/** A request that was sent. `transaction` is meaningful in TCP framing alone. */
export interface Asked {
  readonly framing: Framing;
  readonly transaction: number;
  /** Unit id, 0 to 255. */
  readonly unit: number;
  readonly block: Block;
}

/** An answer that arrived. `strange`: it cannot be used; `isModbus`: it has the shape of a Modbus frame. */
export type Answer =
  | { readonly kind: 'words'; readonly words: readonly number[] }
  | { readonly kind: 'exception'; readonly code: number }
  | { readonly kind: 'strange'; readonly text: string; readonly isModbus: boolean };

/**
 * What the bytes received so far say. `more`: the answer is not complete, with what to say if nothing follows. `used`
 * bytes belong to the answer, or are to be skipped.
 */
export type Parsed =
  | { readonly kind: 'more'; readonly remark: string | null }
  | { readonly kind: 'skip'; readonly used: number }
  | { readonly kind: 'answer'; readonly used: number; readonly answer: Answer };

const headBytes = 7;
const mostAfterHead = 254;

/**
 * The bytes of a request. A Block names functions 1 to 4 and nothing else, so that no request can write: a test reads
 * every byte.
 */
export function encodeRequest({ framing, transaction, unit, block }: Asked): Buffer {
  const body = Buffer.alloc(5);
  body.writeUInt8(block.fn, 0);
  body.writeUInt16BE(block.at, 1);
  body.writeUInt16BE(block.count, 3);
  if (framing === 'rtu') {
    const frame = Buffer.concat([Buffer.from([unit]), body, Buffer.alloc(2)]);
    frame.writeUInt16LE(checksum(frame.subarray(0, 6)), 6);
    return frame;
  }
  const head = Buffer.alloc(headBytes);
  head.writeUInt16BE(transaction, 0);
  head.writeUInt16BE(body.length + 1, 4);
  head.writeUInt8(unit, 6);
  return Buffer.concat([head, body]);
}

/** Reads the answer to a request from the bytes received so far. `former`: transactions whose answers may still come. */
export const parseAnswer = (bytes: Buffer, asked: Asked, former: ReadonlySet<number>): Parsed =>
  asked.framing === 'rtu' ? parseRtu(bytes, asked) : parseTcp(bytes, asked, former);

function parseTcp(bytes: Buffer, asked: Asked, former: ReadonlySet<number>): Parsed {
  if (bytes.length < headBytes + 1) return { kind: 'more', remark: bytes.length > 0 ? beginningOf(bytes) : null };
  const transaction = bytes.readUInt16BE(0);
  const length = bytes.readUInt16BE(4);
  if (bytes.readUInt16BE(2) !== 0 || length < 3 || length > mostAfterHead) return resynced(bytes, asked);
  const used = headBytes - 1 + length;
  if (bytes.length < used)
    return { kind: 'more', remark: `The answer announces ${length} bytes and sends ${bytes.length - headBytes + 1}` };
  if (former.has(transaction)) return { kind: 'skip', used };
  const strange = (text: string): Parsed => ({
    kind: 'answer',
    used,
    answer: { kind: 'strange', text, isModbus: true },
  });
  if (transaction !== asked.transaction)
    return strange(`The answer has transaction id ${transaction}, asked was ${asked.transaction}`);
  const unit = bytes.readUInt8(6);
  if (unit !== asked.unit) return strange(wrongUnit(unit, asked));
  return { kind: 'answer', used, answer: readBody(bytes.subarray(headBytes, used), asked) };
}

/** Text before the first answer, such as the banner of a serial gateway, is skipped once the answer follows it. */
function resynced(bytes: Buffer, { block }: Asked): Parsed {
  for (let at = 1; at + headBytes < bytes.length; at++) {
    const length = bytes.readUInt16BE(at + 4);
    const isHead = bytes.readUInt16BE(at + 2) === 0 && length >= 3 && length <= mostAfterHead;
    if (isHead && (bytes.readUInt8(at + headBytes) & 0x7f) === block.fn) return { kind: 'skip', used: at };
  }
  return { kind: 'more', remark: beginningOf(bytes) };
}

function parseRtu(bytes: Buffer, asked: Asked): Parsed {
  const { block } = asked;
  for (let at = 0; at < bytes.length; at++) {
    const frame = bytes.subarray(at);
    const fn = frame[1];
    if (fn === undefined || (fn & 0x7f) !== block.fn) continue;
    const length = fn & 0x80 ? 5 : 5 + (frame[2] ?? 0);
    if (frame.length < Math.max(length, 5)) {
      if (at === 0) return { kind: 'more', remark: `The answer announces ${length} bytes and sends ${frame.length}` };
      continue;
    }
    if (frame.readUInt16LE(length - 2) !== checksum(frame.subarray(0, length - 2))) continue;
    const used = at + length;
    const text = wrongUnit(frame.readUInt8(0), asked);
    if (frame[0] !== asked.unit) return { kind: 'answer', used, answer: { kind: 'strange', text, isModbus: true } };
    return { kind: 'answer', used, answer: readBody(frame.subarray(1, length - 2), asked) };
  }
  return { kind: 'more', remark: bytes.length > 0 ? `No frame with a right checksum. ${beginningOf(bytes)}` : null };
}

function readBody(body: Buffer, { block: { fn, count } }: Asked): Answer {
  const strange = (text: string): Answer => ({ kind: 'strange', text, isModbus: true });
  const answered = body.readUInt8(0);
  if (answered === (fn | 0x80)) return { kind: 'exception', code: body[1] ?? 0 };
  if (answered !== fn) return strange(`The answer is to function ${answered}, asked was ${fn}`);
  const expected = fn <= 2 ? Math.ceil(count / 8) : 2 * count;
  if (body[1] !== expected || body.length !== expected + 2)
    return strange(`The answer has ${body.length - 2} bytes, ${expected} were asked for`);
  const words: number[] = [];
  for (let i = 0; i < count; i++)
    words.push(fn <= 2 ? ((body[2 + (i >> 3)] ?? 0) >> (i & 7)) & 1 : body.readUInt16BE(2 + 2 * i));
  return { kind: 'words', words };
}

const wrongUnit = (unit: number, asked: Asked): string => `The answer comes from unit ${unit}, asked was ${asked.unit}`;

/** The first bytes as text where they are text, for whoever recognises a device by its banner. */
const beginningOf = (bytes: Buffer): string => {
  const shown = bytes
    .subarray(0, 24)
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e]+/g, '.');
  return `It sends what is not Modbus: '${shown}'`;
};

/** CRC-16 of the Modbus serial line. */
export function checksum(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}
