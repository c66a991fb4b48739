/** A copy of a list with one entry moved from one index to another. */
export const moved = <T>(list: readonly T[], from: number, to: number): readonly T[] => {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length) return list;
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), entry, ...rest.slice(to)];
};
