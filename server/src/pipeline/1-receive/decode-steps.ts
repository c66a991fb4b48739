/** A decoder that pauses now and then, so that its caller may do other work. */
export type Steps<T> = Generator<undefined, T, void>;

/** Runs a decoder without its pauses. */
export function withoutPauses<T>(steps: Steps<T>): T {
  for (;;) {
    const result = steps.next();
    if (result.done) return result.value;
  }
}

/**
 * Runs the steps of a decoder, each in a turn of the event loop of its own after the first. Calls one of the two at the
 * end, at once when there was no pause.
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
    else setImmediate(step);
  };
  step();
}
