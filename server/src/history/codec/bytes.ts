import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** A byte buffer that grows as it is written. */
export class Sink {
  bytes: Buffer;
  view: DataView;
  at = 0;

  constructor(size = 65_536) {
    this.bytes = Buffer.allocUnsafeSlow(size);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Ensures capacity for `count` more bytes. */
  room(count: number): void {
    if (this.at + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.at + count));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
  u8(value: number): void {
    this.room(1);
    this.bytes[this.at++] = value;
  }
  u16(value: number): void {
    this.room(2);
    this.view.setUint16(this.at, value, true);
    this.at += 2;
  }
  u32(value: number): void {
    this.room(4);
    this.view.setUint32(this.at, value, true);
    this.at += 4;
  }
  f64(value: number): void {
    this.room(8);
    this.view.setFloat64(this.at, value, true);
    this.at += 8;
  }
  /** An integer from 0 up to 2^53, seven bits per byte. */
  variable(value: number): void {
    this.room(8);
    let rest = value;
    while (rest > 127) {
      this.bytes[this.at++] = (rest % 128) | 128;
      rest = rest > 2_147_483_647 ? Math.floor(rest / 128) : rest >>> 7;
    }
    this.bytes[this.at++] = rest;
  }
  /** An integer of either sign below 2^52. */
  signed(value: number): void {
    this.variable(value < 0 ? -2 * value - 1 : 2 * value);
  }
  written(): Buffer {
    return this.bytes.subarray(0, this.at);
  }
}

/** A cursor over bytes read from front to back. */
export class Source {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  u8(): number {
    return this.bytes[this.at++];
  }
  u16(): number {
    this.at += 2;
    return this.view.getUint16(this.at - 2, true);
  }
  u32(): number {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }
  f64(): number {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }
  variable(): number {
    const { bytes } = this;
    let byte = bytes[this.at++];
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let factor = 128; ; factor *= 128) {
      byte = bytes[this.at++];
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
  signed(): number {
    const value = this.variable();
    if (value <= 0x7fff_ffff) return (value >>> 1) ^ -(value & 1);
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }
}

/** Matches below seven bytes are coincidences in packed numbers: coding them costs more than the numbers. */
const level1 = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_minMatch]: 7 };

/** zstd level 1 with the uncompressed length in front, so that reading needs one buffer of the right size. */
export function squeeze(plain: Uint8Array): Buffer {
  const packed = zstdCompressSync(plain, { params: level1, chunkSize: plain.length + 1_024 });
  const out = Buffer.allocUnsafe(packed.length + 4);
  out.writeUInt32LE(plain.length, 0);
  packed.copy(out, 4);
  return out;
}

/** Limit above any real hour, so that a corrupt length does not allocate all memory. */
const maxPlain = 1_000_000_000;

/** The inverse of `squeeze`. Throws on a length above the limit. */
export function unsqueeze(packed: Buffer): Buffer {
  const length = packed.readUInt32LE(0);
  if (length > maxPlain) throw new Error(`a chunk can't have ${length} bytes`);
  return zstdDecompressSync(packed.subarray(4), {
    chunkSize: Math.max(length, 64),
    maxOutputLength: Math.max(length, 64),
  });
}
