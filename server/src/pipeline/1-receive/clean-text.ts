import { limits } from '@tocsin/contract/limits';

/** Counts the texts a decoder shortened or cleaned, for the device's page. */
export interface Cuts {
  count: number;
}

/** Returns a text that PostgreSQL can store: without U+0000 and lone surrogates, at most 60 characters long. */
export function cleanText(raw: string, cuts: Cuts): string {
  let text = raw;
  if (!plain.test(text)) text = text.replaceAll('\u0000', '').replace(loneSurrogate, '');
  if (text.length <= limits.nameLength) return text;
  cuts.count++;
  const last = text.charCodeAt(limits.nameLength - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? limits.nameLength - 1 : limits.nameLength);
}
const plain = /^[\u0020-\ud7ff]*$/;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
