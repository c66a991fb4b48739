/**
 * Ids that are known before their row is written, so that one transaction can name them: taken in blocks from a
 * database sequence. A block that a crash leaves half used is a gap, never a double.
 */
export interface IdBlock {
  /** The next id. Throws when the stock ran dry, which `low` prevents: check it before a batch. */
  next(): number;
  /** How many ids are left without asking the database. */
  left(): number;
  /** Resolves when at least `count` ids are in stock. */
  fill(count: number): Promise<void>;
}

/** `take` asks the database for the first id of a fresh block of `blockSize`. */
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
      if (!block) throw new Error('no ids in stock: fill() before a batch');
      const id = block.from++;
      if (block.from === block.to) blocks.shift();
      // Refill early; a failure shows at the next fill(), which somebody awaits.
      if (left() < blockSize / 2) fill(blockSize).catch(() => {});
      return id;
    },
  };
}
