/** Whether a text has one of these characters more often than `most`; reads it once and builds nothing. */
export function hasMoreThan(text: string, characters: string, most: number): boolean {
  let count = 0;
  for (const character of characters)
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1))
      if (++count > most) return true;
  return false;
}
