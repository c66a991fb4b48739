import type { Clock } from '../platform/clock.ts';
import { decodeInSteps } from './1-receive/decode-steps.ts';
import type { DecodedData, Message, Receipt } from './1-receive/intake.ts';
import type { DeviceRuntime } from './device-runtime.ts';
import { isForSlices, MessagesBehind, slicesOf, takeInSlices } from './long-message.ts';
import type { Read } from './receipt.ts';

/** What long messages need of the pipeline. */
interface Steps {
  readonly clock: Clock;
  isPresent(runtime: DeviceRuntime): boolean;
  /** Runs once the device's state and ids are there; false: not now, the sender must repeat. */
  whenReady(runtime: DeviceRuntime, run: () => void): boolean;
  /** Steps 2 to 5. */
  takeRead(runtime: DeviceRuntime, message: Message, read: Read, answer: (receipt: Receipt) => void): void;
  /** After a failure. */
  trouble(runtime: DeviceRuntime, error: unknown): Receipt;
}

/**
 * Takes long messages in parts, so that the messages of other devices are taken in between. Those of the same device
 * wait behind (`runtime.behind`), so that they keep their order of arrival.
 */
export class LongMessages {
  readonly #steps: Steps;
  #frames = 0;

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  /** Whether the message is decoded in steps: then it is taken from here on. */
  decodes(runtime: DeviceRuntime, message: Message, answer: (receipt: Receipt) => void): boolean {
    const { layout, layoutRefused } = runtime.deviceState;
    const steps = message.kind === 'data' && layout && !layoutRefused && message.dataInSteps?.(layout);
    if (!steps) return false;
    const behind = new MessagesBehind();
    runtime.behind = behind;
    let isPaused = false;
    const done = (data: DecodedData): void => {
      const slices = isForSlices(data, this.#frames) ? slicesOf(data) : [data];
      if (isPaused || slices.length > 1) this.#takeSlices(runtime, message, slices, answer, behind, layout.layoutId);
      else {
        runtime.behind = null;
        this.#steps.takeRead(runtime, message, { kind: 'data', data }, answer);
      }
    };
    decodeInSteps(steps, done, (error) => {
      runtime.behind = null;
      answer(this.#steps.trouble(runtime, error));
      behind.release();
    });
    isPaused = true;
    return true;
  }

  /** Whether what was read is taken in slices: then it is taken from here on. */
  slices(runtime: DeviceRuntime, message: Message, read: Read, answer: (receipt: Receipt) => void): boolean {
    if (read.kind !== 'data' || !isForSlices(read.data, this.#frames)) return false;
    const layoutId = runtime.deviceState.layout?.layoutId;
    this.#takeSlices(runtime, message, slicesOf(read.data), answer, new MessagesBehind(), layoutId);
    return true;
  }

  #takeSlices(
    runtime: DeviceRuntime,
    message: Message,
    slices: readonly DecodedData[],
    answer: (receipt: Receipt) => void,
    behind: MessagesBehind,
    layoutId: number | undefined,
  ): void {
    const { isPresent, takeRead, whenReady, clock } = this.#steps;
    runtime.behind = behind;
    const frames = slices.reduce((count, slice) => count + slice.frames.length, 0);
    this.#frames += frames;
    const takeSlice = (slice: DecodedData, done: (receipt: Receipt) => void): void => {
      const run = (): void => {
        // It was decoded by a birth that a restored device state may not have.
        const isSame = isPresent(runtime) && runtime.deviceState.layout?.layoutId === layoutId;
        if (isSame) takeRead(runtime, message, { kind: 'data', data: slice }, done);
        else done({ kind: 'again' });
      };
      if (!whenReady(runtime, run)) done({ kind: 'again' });
    };
    const answerAll = (receipt: Receipt): void => {
      runtime.behind = null;
      this.#frames -= frames;
      answer(receipt);
      behind.release();
    };
    takeInSlices(slices, takeSlice, answerAll, clock);
  }
}
