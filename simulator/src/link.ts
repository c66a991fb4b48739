import type { SimDevice } from './device.ts';
import { createRandom } from './random.ts';
import type { SimBirth, SimFrame, SimMessage } from './shape.ts';

/** What goes over the line at a moment: a birth, a live frame, or an array of kept ones. */
export type Delivery =
  | { readonly kind: 'birth'; readonly at: number; readonly device: string; readonly birth: SimBirth }
  | { readonly kind: 'live'; readonly at: number; readonly device: string; readonly frame: SimFrame }
  | { readonly kind: 'kept'; readonly at: number; readonly device: string; readonly frames: readonly SimFrame[] };

/** Kept frames for each live one once the line is back: 20 times as fast as they were made. */
const catchUp = 20;
const duplicated = 0.03;
const reordered = 0.01;

/**
 * The line between a device and the portal. While it is down the device keeps its frames; when it is back they go out
 * oldest first beside the live ones, a few of them twice and a few out of order, as real loggers do it.
 */
export class Link {
  readonly #device: string;
  readonly #sim: SimDevice;
  readonly #random;
  readonly #kept: SimFrame[] = [];
  #up = true;
  #birthDue = false;

  constructor(device: string, sim: SimDevice, seed: number) {
    this.#device = device;
    this.#sim = sim;
    this.#random = createRandom(seed ^ 0x11e4);
  }

  get keeps(): number {
    return this.#kept.length;
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
      this.#kept.push(message.frame);
      return [];
    }
    const sent: Delivery[] = [];
    if (this.#birthDue) sent.push({ kind: 'birth', at, device, birth: this.#sim.birth() });
    this.#birthDue = false;
    sent.push({ kind: 'live', at, device, frame: message.frame });
    if (this.#kept.length > 0) sent.push({ kind: 'kept', at, device, frames: this.#some() });
    return sent;
  }

  #some(): SimFrame[] {
    const frames: SimFrame[] = [];
    for (const frame of this.#kept.splice(0, catchUp)) {
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
