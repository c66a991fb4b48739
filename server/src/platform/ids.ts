/**
 * Ids that are known before their row is written, so that one transaction can refer to them; allocated in blocks from a
 * database sequence. A crash leaves a gap, never a duplicate.
 */
export interface IdBlock {
  /** The next id. Throws when none is left: call `fill` before a batch. */
  next(): number;
  /** Number of ids left without asking the database. */
  left(): number;
  /** Resolves when at least `count` ids are available. */
  fill(count: number): Promise<void>;
}

/** `take` returns the first id of a new block of `blockSize` from the database. */
export function idBlock(blockSize: number, take: () => Promise<number>): IdBlock {
  const blocks: { from: number; to: number }[] = [];
  let filling: Promise<void> | null = null;
  const left = () => blocks.reduce((sum, block) => sum + block.to - block.from, 0);

  async function fillTo(count: number): Promise<void> {
    while (left() < count) {
      const from = await take();
      blocks.push({ from, to: from + blockSize });
    }
  }
  const fill = (count: number): Promise<void> => {
    if (left() >= count) return Promise.resolve();
    filling ??= fillTo(count).finally(() => {
      filling = null;
    });
    return filling.then(() => (left() < count ? fill(count) : undefined));
  };

  return {
    left,
    fill,
    next() {
      const block = blocks[0];
      if (!block) throw new Error('no ids left: call fill() before a batch');
      const id = block.from++;
      if (block.from === block.to) blocks.shift();
      // Refill early; the next fill(), which is awaited, reports a failure.
      if (left() < blockSize / 2) fill(blockSize).catch(() => {});
      return id;
    },
  };
}
