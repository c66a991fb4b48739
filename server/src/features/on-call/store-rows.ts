/** The row of a statement that always returns one. */
export function one<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('a stored row is missing');
  return row;
}
