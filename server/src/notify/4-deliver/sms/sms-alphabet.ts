/** The basic characters of the GSM 7-bit alphabet (3GPP TS 23.038, 6.2.1); those of its extension cost two. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('\f^{}\\[~]|€');

/** Typographic characters and what stands for them in the 7-bit alphabet. */
const plain: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '…': '...',
  '·': '-',
  '×': 'x',
  '°': '',
  '≥': '>=',
  '≤': '<=',
  '→': '->',
  µ: 'u',
  '\u00a0': ' ',
  '\u202f': ' ',
};

/** One text: 160 characters of the 7-bit alphabet, or 70 of UCS-2. */
const single = { septets: 160, units: 70 };
/** One message of a phone: two texts, of 153 characters of the 7-bit alphabet or of 67 of UCS-2. */
const double = { septets: 2 * 153, units: 2 * 67 };

const fits = (char: string): boolean => basic.has(char) || extended.has(char);

/** A letter without its accents, if that is what it lacks for the 7-bit alphabet. */
function inAlphabet(char: string): string {
  const bare = plain[char] ?? (fits(char) ? char : char.normalize('NFKD').replace(/\p{M}/gu, ''));
  return [...bare].every(fits) ? bare : char;
}

/**
 * Writes a text with the 7-bit alphabet as far as possible: typographic quotes, dashes and accents that it lacks would
 * cost more than half of an SMS's room.
 */
const inSmsAlphabet = (text: string): string => Array.from(text.normalize('NFC'), inAlphabet).join('');

function isWithin(text: string, room: typeof double): boolean {
  const chars = [...text];
  if (!chars.every(fits)) return text.length <= room.units;
  return chars.reduce((sum, char) => sum + (extended.has(char) ? 2 : 1), 0) <= room.septets;
}

/** Whether a text, written with the 7-bit alphabet as far as possible, is one text and not two. */
export const isSingleSms = (text: string): boolean => isWithin(inSmsAlphabet(text), single);

const cutMark = '...';

/** A text and its end as one message of a phone, at most two texts: the text is cut where it is too long, its end never. */
export function oneSms(text: string, end: string): string {
  const [written, last] = [inSmsAlphabet(text), inSmsAlphabet(end)];
  if (isWithin(written + last, double)) return written + last;
  const chars = Array.from(written).slice(0, double.septets);
  while (chars.length > 0 && !isWithin(chars.join('') + cutMark + last, double)) chars.pop();
  return chars.join('') + cutMark + last;
}
