/** A set of whole numbers, stored as ranges: what is confirmed has few holes. */
export class RangeSet {
  /** Ascending, apart from each other; each from the first number to the one after its last. */
  readonly #ranges: [number, number][];

  constructor(ranges: readonly (readonly [number, number])[] = []) {
    this.#ranges = ranges.map(([from, to]) => [from, to]);
  }

  has(n: number): boolean {
    const at = this.#firstAfter(n);
    const before = this.#ranges[at - 1];
    return before !== undefined && n < before[1];
  }

  /** Adds the numbers from `from` up to, not including, `to`. */
  add(from: number, to = from + 1): void {
    if (to <= from) return;
    let first = this.#firstAfter(from);
    const before = this.#ranges[first - 1];
    if (before && before[1] >= from) first--;
    let last = first;
    let low = from;
    let high = to;
    for (;;) {
      const range = this.#ranges[last];
      if (!range || range[0] > high) break;
      low = Math.min(low, range[0]);
      high = Math.max(high, range[1]);
      last++;
    }
    this.#ranges.splice(first, last - first, [low, high]);
  }

  /** The first number from `from` on that is not in the set. */
  nextMissing(from: number): number {
    const before = this.#ranges[this.#firstAfter(from) - 1];
    return before && from < before[1] ? before[1] : from;
  }

  /** How many numbers of [from, to) are in the set. */
  count(from: number, to: number): number {
    let sum = 0;
    for (const [low, high] of this.#ranges) sum += Math.max(0, Math.min(high, to) - Math.max(low, from));
    return sum;
  }

  ranges(): readonly (readonly [number, number])[] {
    return this.#ranges;
  }

  /** Index of the first range that begins after n. */
  #firstAfter(n: number): number {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.[0] ?? 0) <= n) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
