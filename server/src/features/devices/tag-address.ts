import type { ModbusField } from '@tocsin/contract/modbus';

/** Where a tag is, as its address says: function, address from 0, and the bit of a register. */
export interface TagAddress {
  readonly fn: ModbusField['fn'];
  readonly at: number;
  readonly bit: number | null;
}

const byDigit: Readonly<Record<string, ModbusField['fn']>> = { 0: 1, 1: 2, 3: 4, 4: 3 };
const byWord: Readonly<Record<string, ModbusField['fn']>> = {
  C: 1,
  CO: 1,
  COIL: 1,
  DI: 2,
  IR: 4,
  AI: 4,
  HR: 3,
};
const byMemory: Readonly<Record<string, ModbusField['fn']>> = { M: 1, I: 2, IW: 4, MW: 3 };

/**
 * Reads an address as manuals and engineering tools print it: 40001 and 400001, 4x1, HR0, %MW0, each with the bit of a
 * register after a dot or `:X`. Five and six digits and 4x count from 1, the others from 0. Returns what is wrong as a
 * text.
 */
export function readTagAddress(text: string): TagAddress | string {
  const [, address = '', bits] = /^(.*?)(?:(?:\.|:X)(\d{1,2}))?$/i.exec(text.replaceAll(/\s+/g, '')) ?? [];
  const place = placeOf(address.toUpperCase());
  if (typeof place === 'string') return place;
  if (place.at < 0 || place.at > 65_535) return `The address '${shown(text)}' is outside 0 to 65535`;
  const bit = bits === undefined ? null : Number(bits);
  if (bit !== null && (place.fn <= 2 || bit > 15)) return `'${shown(text)}': only registers have bits, from 0 to 15`;
  return { ...place, bit };
}

function placeOf(address: string): Omit<TagAddress, 'bit'> | string {
  const reference = /^([0134])(?:X)(\d{1,5})$/.exec(address) ?? /^([0134])(\d{4}|\d{5})$/.exec(address);
  if (reference) return { fn: byDigit[reference[1] ?? ''] ?? 3, at: Number(reference[2]) - 1 };
  const word = /^([A-Z]{1,4})(\d{1,5})$/.exec(address);
  const fn = byWord[word?.[1] ?? ''];
  if (fn !== undefined) return { fn, at: Number(word?.[2]) };
  const memory = /^%([A-Z]{1,2})(\d{1,5})$/.exec(address);
  const area = byMemory[memory?.[1] ?? ''];
  if (area !== undefined) return { fn: area, at: Number(memory?.[2]) };
  if (memory) return `'${shown(address)}': write it as %MW with the type beside it`;
  if (/^\d{1,4}$/.test(address)) return `'${address}' does not say where it is: write HR${address}, 40001 or 4x1`;
  return address === '' ? 'The address is missing' : `The address '${shown(address)}' is not known`;
}

const shown = (text: string): string => text.slice(0, 30);
