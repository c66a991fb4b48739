/**
 * Tops of labels of one height near the places they want, in the order of these, without overlap and within the space.
 * A label that wants no place (infinite) stands last.
 */
export function spread(wanted: readonly number[], size: number, space: number): number[] {
  const order = wanted
    .map((at, index) => ({ at, index }))
    .sort((a, b) => (a.at === b.at ? a.index - b.index : a.at - b.at));
  const tops = wanted.map(() => 0);
  let free = 0;
  for (const { at, index } of order) {
    const top = Math.max(free, at - size / 2);
    tops[index] = top;
    free = top + size;
  }
  let end = space;
  for (const { index } of order.toReversed()) {
    end = Math.min(tops[index] ?? 0, end - size);
    tops[index] = end;
  }
  return tops;
}
