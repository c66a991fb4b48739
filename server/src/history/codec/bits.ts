import { Sink } from './bytes.ts';

/**
 * Rice codes: small numbers in few bits. A number is its quotient by 2^k in unary and its remainder in k bits; k follows
 * the recent numbers of the same kind, so no table is stored.
 */
export class Recent {
  /** Four times the moving mean. */
  #mean = 16;

  /** Bits of the remainder for the next number. */
  get k(): number {
    return 31 - Math.clz32((this.#mean >> 2) | 1);
  }
  add(value: number): void {
    this.#mean += (value < maxMean ? value : maxMean) - (this.#mean >> 2);
  }
}
const maxMean = 1 << 22;

/** A quotient of this size marks a number that is written whole, in 53 bits. */
const whole = 20;

/** Writes Rice codes, least significant bit first. */
export class BitSink {
  readonly #sink = new Sink(16_384);
  #bits = 0;
  #count = 0;

  /** An integer from 0 up to 2^53. */
  number(value: number, recent: Recent): void {
    const { k } = recent;
    const quotient = value < maxMean * whole ? value >>> k : whole;
    recent.add(value);
    if (quotient < whole) {
      // `quotient` ones and a zero.
      this.#put((1 << quotient) - 1, quotient + 1);
      this.#put(value & ((1 << k) - 1), k);
      return;
    }
    this.#put((1 << whole) - 1, whole);
    this.#put(value % 2 ** 22, 22);
    this.#put(Math.floor(value / 2 ** 22) % 2 ** 22, 22);
    this.#put(Math.floor(value / 2 ** 44), 9);
  }
  signed(value: number, recent: Recent): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value, recent);
  }

  /** At most 23 bits. */
  #put(value: number, count: number): void {
    this.#bits |= value << this.#count;
    this.#count += count;
    while (this.#count >= 8) {
      this.#sink.u8(this.#bits & 255);
      this.#bits >>>= 8;
      this.#count -= 8;
    }
  }

  written(): Buffer {
    if (this.#count > 0) this.#sink.u8(this.#bits & 255);
    this.#bits = 0;
    this.#count = 0;
    return this.#sink.written();
  }
}

/** The inverse of `BitSink`. */
export class BitSource {
  readonly #bytes: Uint8Array;
  /** In bits. */
  #at = 0;

  constructor(bytes: Uint8Array) {
    // With zeros behind, so that four bytes can be read at once to the end.
    this.#bytes = new Uint8Array(bytes.length + 8);
    this.#bytes.set(bytes);
  }

  number(recent: Recent): number {
    const { k } = recent;
    // The ones of a whole number may go on with its own bits: not beyond where it begins.
    const zeros = ~this.#ahead() | (1 << whole);
    const ones = 31 - Math.clz32(zeros & -zeros);
    let value: number;
    if (ones < whole) {
      this.#at += ones + 1;
      value = (ones << k) | (this.#ahead() & ((1 << k) - 1));
      this.#at += k;
    } else {
      this.#at += whole;
      value = this.#take(22) + this.#take(22) * 2 ** 22 + this.#take(9) * 2 ** 44;
    }
    recent.add(value);
    return value;
  }
  signed(recent: Recent): number {
    const value = this.number(recent);
    // A remainder of doubles takes longer than all the rest.
    if (value <= 0x7fff_ffff) return (value >>> 1) ^ -(value & 1);
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }

  /** The next 25 bits at least. */
  #ahead(): number {
    const bytes = this.#bytes;
    const at = this.#at >>> 3;
    const word = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    return word >>> (this.#at & 7);
  }

  /** At most 22 bits. */
  #take(count: number): number {
    const value = this.#ahead() & ((1 << count) - 1);
    this.#at += count;
    return value;
  }
}
