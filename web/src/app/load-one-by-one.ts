/** Loads one after the other, each when `idle` resolves, until the signal aborts. A failure does not end it. */
export async function loadOneByOne(
  loads: readonly (() => Promise<unknown> | undefined)[],
  idle: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (const load of loads) {
    await idle();
    if (signal.aborted) return;
    // The page is loaded again, and its failure shown, when it is opened.
    await load()?.catch(() => undefined);
  }
}
