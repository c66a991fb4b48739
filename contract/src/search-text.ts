const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/**
 * The form in which names are searched: lower case, without accents, so that `sud` finds `Süd`. The database's function
 * `search_text` is its twin.
 */
export const searchText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[øłđħıßæœþ]/g, (letter) => letters[letter] ?? letter);
