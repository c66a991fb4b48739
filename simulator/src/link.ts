import type { SimDevice } from './device.ts';
import { createRandom } from './random.ts';
import type { SimBirth, SimFrame, SimMessage } from './shape.ts';

/** A message on the connection: a birth, a live frame, or an array of stored frames. */
export type Delivery =
  | { readonly kind: 'birth'; readonly at: number; readonly device: string; readonly birth: SimBirth }
  | { readonly kind: 'live'; readonly at: number; readonly device: string; readonly frame: SimFrame }
  | { readonly kind: 'buffered'; readonly at: number; readonly device: string; readonly frames: readonly SimFrame[] };

/** Stored frames for each live one after a reconnect: 20 times their original rate. */
const catchUp = 20;
const duplicated = 0.03;
const reordered = 0.01;

/**
 * The connection between a device and the portal. During an outage the device stores its frames; afterwards they go out
 * oldest first beside live ones, a few twice and a few out of order, as real loggers send them.
 */
export class Link {
  readonly #device: string;
  readonly #sim: SimDevice;
  readonly #random;
  readonly #buffered: SimFrame[] = [];
  #up = true;
  #birthDue = false;

  constructor(device: string, sim: SimDevice, seed: number) {
    this.#device = device;
    this.#sim = sim;
    this.#random = createRandom(seed ^ 0x11e4);
  }

  get keeps(): number {
    return this.#buffered.length;
  }

  set(up: boolean): void {
    if (up && !this.#up) this.#birthDue = true;
    this.#up = up;
  }

  take(message: SimMessage): Delivery[] {
    const { at } = message;
    const device = this.#device;
    if (message.kind === 'birth') return this.#up ? [{ kind: 'birth', at, device, birth: message.birth }] : [];
    if (!this.#up) {
      this.#buffered.push(message.frame);
      return [];
    }
    const sent: Delivery[] = [];
    if (this.#birthDue) sent.push({ kind: 'birth', at, device, birth: this.#sim.birth() });
    this.#birthDue = false;
    sent.push({ kind: 'live', at, device, frame: message.frame });
    if (this.#buffered.length > 0) sent.push({ kind: 'buffered', at, device, frames: this.#some() });
    return sent;
  }

  #some(): SimFrame[] {
    const frames: SimFrame[] = [];
    for (const frame of this.#buffered.splice(0, catchUp)) {
      frames.push(frame);
      if (this.#random.next() < duplicated) frames.push(frame);
    }
    for (let i = 0; i + 5 < frames.length; i++) {
      if (this.#random.next() >= reordered) continue;
      const [early] = frames.splice(i, 1);
      if (early) frames.splice(i + 5, 0, early);
    }
    return frames;
  }
}
