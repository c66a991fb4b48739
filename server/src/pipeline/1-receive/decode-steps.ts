/** A decoder that pauses now and then, so that its caller may do other work. */
export type Steps<T> = Generator<undefined, T, void>;

/** Runs a decoder without its pauses. */
export function withoutPauses<T>(steps: Steps<T>): T {
  for (;;) {
    const result = steps.next();
    if (result.done) return result.value;
  }
}

/** The next steps of all decoders that have paused. */
const paused: (() => void)[] = [];

/** One step in a turn of the event loop, however many decoders wait: what else has arrived comes between any two steps. */
const runNext = (): void => {
  const step = paused.shift();
  if (paused.length > 0) setImmediate(runNext);
  step?.();
};

const runLater = (step: () => void): void => {
  paused.push(step);
  if (paused.length === 1) setImmediate(runNext);
};

/**
 * Runs the steps of a decoder, after the first by turns with other decoders. Calls one of the two at the end, at once when
 * there was no pause.
 */
export function decodeInSteps<T>(
  steps: Iterator<undefined, T, void>,
  done: (decoded: T) => void,
  failed: (error: unknown) => void,
): void {
  const step = (): void => {
    let result: IteratorResult<undefined, T>;
    try {
      result = steps.next();
    } catch (error) {
      failed(error);
      return;
    }
    if (result.done) done(result.value);
    else runLater(step);
  };
  step();
}
