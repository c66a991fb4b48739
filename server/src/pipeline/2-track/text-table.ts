import { limits } from '@tocsin/contract/limits';
import { ownTexts, TEXT_OTHER } from '../types.ts';

/** A device's texts by index: status and state texts, each stored once. It only grows, up to its limit. */
export interface Texts {
  readonly list: string[];
  readonly indexes: Map<string, number>;
  /** Texts replaced by 'Other' because the limit was reached. */
  overflow: number;
}

/** A device's stored texts under the same indexes, with the portal's own texts first. */
export function textsFrom(stored: readonly string[]): Texts {
  const list = [...ownTexts, ...stored.slice(ownTexts.length)];
  return { list, indexes: new Map(list.map((text, index) => [text, index])), overflow: 0 };
}

/** Returns the index of a text; beyond 256 device texts it is the index of 'Other'. */
export function textIndex(texts: Texts, text: string): number {
  const known = texts.indexes.get(text);
  if (known !== undefined) return known;
  if (texts.list.length >= ownTexts.length + limits.stateTexts) {
    texts.overflow++;
    return TEXT_OTHER;
  }
  const index = texts.list.push(text) - 1;
  texts.indexes.set(text, index);
  return index;
}
