import { limits } from '@tocsin/contract/limits';
import { isOneLine } from '@tocsin/contract/line';
import { type ModbusField, type ModbusSensor, RegisterMap } from '@tocsin/contract/modbus';
import { type BadTag, maxTagLines, type TagList, type TagPreview } from '@tocsin/contract/tag-list';
import { badField } from '../../platform/errors.ts';
import { hasMoreThan } from '../../platform/occurrences.ts';
import { csvRows, decodeCsv } from './registry-csv.ts';
import { readTagAddress, type TagAddress } from './tag-address.ts';

const columns = ['name', 'address', 'type', 'order', 'scale', 'offset', 'unit', 'group', 'alarm', 'none'] as const;
type Column = (typeof columns)[number];
type Tag = Readonly<Record<Column, string>>;
/** Headings of engineering tools and manuals for a column, without spaces and signs; the first that a file has counts. */
const headings: Readonly<Partial<Record<Column, readonly string[]>>> = {
  name: [
    'tagname',
    'tag',
    'signal',
    'signalname',
    'point',
    'pointname',
    'variable',
    'parameter',
    'symbol',
    'description',
  ],
  address: ['register', 'registeraddress', 'modbusaddress', 'modbusregister', 'reg'],
  type: ['datatype', 'format'],
  order: ['byteorder', 'wordorder'],
  scale: ['scalefactor', 'factor', 'multiplier', 'gain'],
  unit: ['units', 'engunit', 'engunits', 'engineeringunit', 'engineeringunits', 'eu'],
  group: ['groupname'],
};
const badKept = 200;
const previewKept = 5;
const tooMany = `At most ${maxTagLines} lines can be read at once`;
const usualGroup = 'Values';

/** The types of a register map, each with the words that manuals and engineering tools have for it. */
const typeNames: readonly (readonly [ModbusField['as'], ...string[]])[] = [
  ['u16', 'uint16', 'uint', 'word'],
  ['i16', 'int16', 'int', 'short'],
  ['u32', 'uint32', 'udint', 'dword'],
  ['i32', 'int32', 'dint', 'long'],
  ['f32', 'float32', 'float', 'real'],
  ['u64', 'uint64', 'ulint'],
  ['i64', 'int64', 'lint'],
  ['f64', 'float64', 'double', 'lreal'],
  ['bit', 'bool', 'boolean', 'coil'],
];
const types = new Map(typeNames.flatMap((names) => names.map((name) => [name, names[0]] as const)));
const orders: Readonly<Record<string, NonNullable<ModbusField['order']>>> = {
  ABCD: 'ABCD',
  CDAB: 'CDAB',
  BADC: 'BADC',
  DCBA: 'DCBA',
  ABCDEFGH: 'ABCD',
  GHEFCDAB: 'CDAB',
  BADCFEHG: 'BADC',
  HGFEDCBA: 'DCBA',
};
const yes: ReadonlySet<string> = new Set(['yes', 'true', 'x', '1', 'alarm']);

/** Thrown for a line that cannot be taken. */
class TagRefused extends Error {}

/**
 * Reads a CSV of tags as a register map: columns in any order and with any others beside them, comma, semicolon or tab,
 * decimal commas with a semicolon, a byte order mark. Lines that cannot be taken are named; the file is read in slices.
 */
export async function readTagList(bytes: Uint8Array, title: string): Promise<TagList> {
  const text = decodeCsv(bytes);
  if (hasMoreThan(text, '\n', maxTagLines + 2)) throw badField('file', tooMany);
  const bad: BadTag[] = [];
  const seen: Seen = { addresses: new Map(), names: new Map(), ids: new Set() };
  const groups = new Map<string, ModbusSensor[]>();
  const preview: TagPreview[] = [];
  let header: Header | null = null;
  let lines = 0;
  let taken = 0;
  let badCount = 0;
  for await (const { record, line } of csvRows(text)) {
    if (header === null) {
      header = headerOf(record);
      continue;
    }
    if (record.every((cell) => cell.trim() === '')) continue;
    lines++;
    const { at } = header;
    const tag = Object.fromEntries(columns.map((name, i) => [name, (record[at[i] ?? -1] ?? '').trim()])) as Tag;
    try {
      if (taken === limits.sensorsPerDevice) throw new TagRefused(`A device has at most ${taken} sensors`);
      const sensor = sensorOf(tag, line, seen);
      const group = tag.group === '' ? usualGroup : tag.group.slice(0, 60);
      groups.set(group, [...(groups.get(group) ?? []), sensor]);
      taken++;
      if (preview.length < previewKept) preview.push(previewOf(tag, sensor));
    } catch (error) {
      if (!(error instanceof TagRefused)) throw error;
      badCount++;
      if (bad.length < badKept) bad.push({ line, text: error.message });
    }
  }
  if (lines === 0) throw badField('file', 'The file has no lines with tags');
  const map = taken === 0 ? null : mapOf(title, groups);
  return { map, taken, lines, bad, bad_count: badCount, preview, unused: [...(header?.unused ?? [])] };
}

function mapOf(title: string, groups: ReadonlyMap<string, ModbusSensor[]>): RegisterMap {
  const ids = new Set<string>();
  return RegisterMap.parse({
    name: 'tag-list',
    title: title.slice(0, 60),
    about: 'Read from a tag list.',
    groups: [...groups].map(([name, sensors]) => ({ id: idFrom(name, ids), name, sensors })),
  });
}

interface Header {
  /** Where each column stands; -1: nowhere. */
  readonly at: readonly number[];
  readonly unused: readonly string[];
}

/** Finds the columns by the file's first line. */
function headerOf(record: readonly string[]): Header {
  const found = record.map((heading) => heading.trim().slice(0, 40));
  const plain = found.map((heading) => heading.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  const at = columns.map((name) => {
    const heading = [name, ...(headings[name] ?? [])].find((one) => plain.includes(one));
    return heading === undefined ? -1 : plain.indexOf(heading);
  });
  const missing = (['name', 'address'] as const).filter((name) => at[columns.indexOf(name)] === -1);
  const needed = missing.map((name) => `${name} (or ${headings[name]?.join(', ')})`).join(' and ');
  if (missing.length > 0)
    throw badField('file', `The first line has the headings ${listed(found)}. What is missing: ${needed}`);
  return { at, unused: found.filter((heading, n) => heading !== '' && !at.includes(n)).slice(0, headingsShown) };
}

const headingsShown = 20;
const listed = (found: readonly string[]): string =>
  found
    .slice(0, headingsShown)
    .map((heading) => `'${heading}'`)
    .join(', ');

const previewOf = ({ name, address }: Tag, { value }: ModbusSensor): TagPreview => {
  const word = typeNames.find(([type]) => type === value?.as)?.[1] ?? '';
  return { name, address, type: [word, value?.order ?? ''].join(' ').trim() };
};

interface Seen {
  readonly addresses: Map<string, number>;
  readonly names: Map<string, number>;
  readonly ids: Set<string>;
}

function sensorOf(tag: Tag, line: number, seen: Seen): ModbusSensor {
  if (tag.name === '') throw new TagRefused('The name is missing');
  if (tag.name.length > 60 || !isOneLine(tag.name)) throw new TagRefused('A name has 1 to 60 characters in one line');
  const value = fieldOf(tag);
  once(seen.names, `${tag.group} ${tag.name}`.toLowerCase(), line, 'name');
  once(seen.addresses, [value.fn, value.at, value.as, value.bit, value.order].join(' '), line, 'address');
  const isBit = value.as === 'bit';
  const alarm = alarmOf(tag.alarm, value);
  return {
    id: idFrom(tag.name, seen.ids),
    name: tag.name,
    type: isBit ? 'BOOL' : 'NUMERIC',
    ...(tag.unit === '' ? {} : { unit: tag.unit.slice(0, 60) }),
    ...(isBit ? { states: { 0: 'Off', 1: 'On' } } : {}),
    value,
    ...(alarm ? { alarm } : {}),
  };
}

function once(known: Map<string, number>, key: string, line: number, what: string): void {
  const before = known.get(key);
  if (before !== undefined) throw new TagRefused(`The ${what} stands in line ${before} already`);
  known.set(key, line);
}

function fieldOf(tag: Tag): ModbusField {
  const address = addressOf(tag.address);
  const as = tag.type === '' ? usualType(address) : types.get(tag.type.toLowerCase());
  if (as === undefined) throw new TagRefused(`The type '${tag.type.slice(0, 20)}' is not known`);
  if (address.fn <= 2 && as !== 'bit') throw new TagRefused('Coils and discrete inputs are of type bool');
  if (address.bit !== null && as !== 'bit') throw new TagRefused('An address with a bit is of type bool');
  const order = orders[tag.order.replaceAll(/\s+/g, '').toUpperCase()];
  if (tag.order !== '' && order === undefined)
    throw new TagRefused(`The order '${tag.order.slice(0, 20)}' is not known: ABCD, CDAB, BADC or DCBA`);
  const scale = numberOf(tag.scale, 'scale');
  const offset = numberOf(tag.offset, 'offset');
  const none = numbersOf(tag.none, 'none');
  return {
    fn: address.fn,
    at: address.at,
    as,
    ...(as === 'bit' && address.fn > 2 ? { bit: address.bit ?? 0 } : {}),
    ...(order === undefined || as === 'bit' || as.endsWith('16') ? {} : { order }),
    ...(scale === null || as === 'bit' ? {} : { scale }),
    ...(offset === null || as === 'bit' ? {} : { offset }),
    ...(none.length === 0 ? {} : { none }),
  };
}

const usualType = ({ fn, bit }: TagAddress): ModbusField['as'] => (fn <= 2 || bit !== null ? 'bit' : 'u16');

function addressOf(text: string): TagAddress {
  const address = readTagAddress(text);
  if (typeof address === 'string') throw new TagRefused(address);
  return address;
}

/** `yes`: the tag itself; an address: that bit or register, with `=3|4` in alarm at these codes alone. */
function alarmOf(text: string, value: ModbusField): ModbusSensor['alarm'] | null {
  if (text === '' || text === '0' || text.toLowerCase() === 'no') return null;
  const [place = '', codes = ''] = text.split('=');
  const when = codes === '' ? {} : { when: numbersOf(codes, 'alarm') };
  if (yes.has(place.trim().toLowerCase())) {
    const { fn, at, as, bit, order } = value;
    return { fn, at, as, ...(bit === undefined ? {} : { bit }), ...(order ? { order } : {}), ...when };
  }
  const address = addressOf(place.trim());
  const bit = address.fn > 2 && address.bit !== null ? { bit: address.bit } : {};
  return { fn: address.fn, at: address.at, as: usualType(address), ...bit, ...when };
}

function numberOf(text: string, what: string): number | null {
  if (text === '') return null;
  const number = Number(text.replace(',', '.'));
  if (!/^[-+]?[\d.,]+(e[-+]?\d+)?$/i.test(text) || !Number.isFinite(number))
    throw new TagRefused(`'${text.slice(0, 20)}' is no number for ${what}`);
  return number;
}

function numbersOf(text: string, what: string): number[] {
  const parts = text.split(/[|;\s]+/).filter(Boolean);
  if (parts.length > 16) throw new TagRefused(`At most 16 numbers for ${what}`);
  return parts.flatMap((part) => numberOf(part, what) ?? []);
}

/** 1 to 32 letters, digits, _ or -, made from a name and different from those before. */
function idFrom(name: string, taken: Set<string>): string {
  const words = name
    .normalize('NFKD')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const plain = words.join('-').slice(0, 28);
  const base = plain === '' ? 'tag' : plain;
  let id = base;
  for (let n = 2; taken.has(id.toLowerCase()); n++) id = `${base}${n}`.slice(-32);
  taken.add(id.toLowerCase());
  return id;
}
