import { toUnit } from '@tocsin/contract/convertible-units';
import { type ImportColumns, type ImportedPiece, maxRefusals } from '@tocsin/contract/history-import';
import { type Layout, type SensorDef, sensorPath } from '@tocsin/contract/layout';
import { parse } from 'csv-parse/sync';
import { badField } from '../../../platform/errors.ts';
import { type AcceptedFrame, ALARM, ALARM_SENT, HOLDS, IMPORT_SEQ, SENT } from '../../types.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import { fieldsOf, isLineProtocol, numberOf, timeOf } from './import-values.ts';

export interface ImportOptions {
  /** The device's sensors, under the id of its imported frames. */
  readonly layout: Layout;
  /** Names that people gave to sensors, by path. */
  readonly names: ReadonlyMap<string, string>;
  readonly columns: ImportColumns;
  readonly zone: string;
  /** The number of the first line after the header. */
  readonly firstLine: number;
  /** Half-open range of times that are taken. */
  readonly from: number;
  readonly until: number;
  readonly now: number;
  /** Takes frames, ascending; awaited before more are read. */
  readonly take: (frames: readonly AcceptedFrame[]) => Promise<void>;
}
export type ReadPiece = Omit<ImportedPiece, 'stored' | 'doubled' | 'sensors'>;

/** Bounds of memory: samples that are held before they are passed on, text that is parsed at once, names, shown lines. */
const samplesAtOnce = 1_000_000;
const partLength = 256 * 1024;
const maxNames = 1_100;
const shownLines = 10;
/** An imported value is valid until the next one within this time. */
const holdsMs = 3_600_000;

/** Reads a piece of a file. Refuses what is neither CSV nor line protocol. */
export async function readImport(bytes: Uint8Array, options: ImportOptions): Promise<ReadPiece> {
  if (bytes.includes(0)) throw badField('file', 'The file is no text in UTF-8 or Latin-1');
  const text = textOf(bytes);
  const reader = new ImportReader(options);
  if (isLineProtocol(text)) await reader.readLineProtocol(text);
  else await reader.readCsv(text);
  await reader.flush();
  return reader.report;
}

/** UTF-8, else Latin-1 as Windows writes it. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const plain = { k: 1, c: 0 };
const timeNames = /^_?(?:time|timestamp|ts|date|date ?time|zeit|zeitstempel|datum|heure|hora|fecha)$/;

/** The columns of a CSV file by their names; -1: there is none. */
function formOf(header: readonly string[]) {
  const names = header.map((name) => name.trim().toLowerCase());
  const oneOf = (...wanted: string[]) => names.indexOf(wanted.find((name) => names.includes(name)) ?? '-');
  const time = Math.max(
    names.findIndex((name) => timeNames.test(name)),
    0,
  );
  const [sensor, value] = [oneOf('sensor_id', 'sensor', 'tag', 'name', 'key'), oneOf('value', '_value', 'wert')];
  const isLong = sensor >= 0 && value >= 0;
  return { isLong, time, sensor, value, unit: oneOf('units', 'unit'), alarm: oneOf('alarm') };
}

class ImportReader {
  readonly #options: ImportOptions;
  readonly #sensors: readonly SensorDef[];
  readonly #indexes = new Map<string, number>();
  readonly #places = new Map<string, number>();
  #form = formOf([]);
  #frames = new Map<number, AcceptedFrame>();
  #last: AcceptedFrame | null = null;
  readonly report: ReadPiece = {
    format: 'wide',
    columns: {},
    first: [],
    lines: 0,
    values: 0,
    refused: 0,
    refusals: [],
    from: null,
    to: null,
  };

  constructor(options: ImportOptions) {
    this.#options = options;
    this.#sensors = options.layout.sensors;
    const given = (sensor: SensorDef) => options.names.get(sensorPath(sensor)) ?? sensor.name;
    // A path is unique, a name may not be: the last one counts.
    for (const nameOf of [
      (sensor: SensorDef) => sensor.sensorId,
      (sensor: SensorDef) => sensor.name,
      given,
      sensorPath,
    ])
      for (const [index, sensor] of this.#sensors.entries()) this.#indexes.set(nameOf(sensor).toLowerCase(), index);
  }

  async readCsv(text: string): Promise<void> {
    const firstLine = text.slice(0, text.search(/[\r\n]|$/));
    // Decimal commas stand between the other separators.
    const delimiter = [';', '\t'].find((one) => firstLine.includes(one)) ?? ',';
    let header: string[] = [];
    for (const part of partsOf(text))
      for (const record of this.#parsed(part, delimiter))
        if (header.length > 0) await this.#line(header, record);
        else {
          header = record.map((name) => name.trim());
          this.#form = formOf(header);
          this.report.format = this.#form.isLong ? 'long' : 'wide';
          this.report.first.push(header);
        }
    if (header.length < 2) throw badField('file', 'The first line must name the columns, such as time and sensors');
  }

  #parsed(part: string, delimiter: string): string[][] {
    try {
      return parse(part, { bom: true, delimiter, relax_column_count: true, relax_quotes: true });
    } catch {
      throw badField(
        'file',
        `The file can't be read as CSV after line ${this.#options.firstLine + this.report.lines - 1}`,
      );
    }
  }

  async #line(header: readonly string[], record: readonly string[]): Promise<void> {
    const { isLong, time, sensor, value, unit, alarm } = this.#form;
    const line = this.#begin(record);
    if (record.length === 1 && record[0]?.trim() === '') return;
    const ts = this.#timeOf(record[time] ?? '', line);
    if (ts === null) return;
    if (isLong) {
      // Exports write a mark before texts that a spreadsheet would take for a formula.
      const name = (record[sensor] ?? '').replace(/^'/, '').trim();
      const flags = record[alarm] === undefined ? 0 : ALARM_SENT | (record[alarm] === 'true' ? ALARM : 0);
      this.#put(ts, name, record[value] ?? '', line, record[unit], flags);
    } else
      for (let i = 0; i < record.length; i++) if (i !== time) this.#put(ts, header[i] ?? '', record[i] ?? '', line);
    await this.#makeRoom();
  }

  async readLineProtocol(text: string): Promise<void> {
    this.report.format = 'line-protocol';
    for (const part of partsOf(text))
      for (const row of part.trimEnd().split('\n')) {
        const line = this.#begin([row]);
        if (row.trim() === '' || row.startsWith('#')) continue;
        const { fields, time } = fieldsOf(row.trim());
        const ts = this.#timeOf(time, line);
        if (ts !== null) for (const [name, value] of fields) this.#put(ts, name, value, line);
        await this.#makeRoom();
      }
  }

  /** Passes on what is held. */
  async flush(): Promise<void> {
    const frames = [...this.#frames.values()].sort((a, b) => a.ts - b.ts);
    this.#frames = new Map();
    this.#last = null;
    const holds = (index: number) => (frames[index + 1]?.ts ?? Number.POSITIVE_INFINITY) - frames[index].ts <= holdsMs;
    const taken = frames.map((frame, index) => (holds(index) ? { ...frame, given: HOLDS } : frame));
    if (taken.length > 0) await this.#options.take(taken);
  }

  async #makeRoom(): Promise<void> {
    if (this.#frames.size * (this.#sensors.length + 10) > samplesAtOnce) await this.flush();
  }

  /** Counts a line and returns its number. */
  #begin(shown: readonly string[]): number {
    if (this.report.first.length <= shownLines) this.report.first.push([...shown]);
    return this.#options.firstLine + this.report.lines++;
  }

  #timeOf(text: string, line: number): number | null {
    const { from, until, zone } = this.#options;
    try {
      const ts = timeOf(text.trim(), zone);
      if (ts >= from && ts < until) return ts;
      this.#refuse(line, ts < from ? 'older than what is stored' : 'not older than 24 hours, nor than the first frame');
    } catch (error) {
      if (!(error instanceof FrameRefusal)) throw error;
      this.#refuse(line, error.message);
    }
    return null;
  }

  /** The index of the sensor that a name means, with or without a unit behind it; -1: none. */
  #placeOf(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const chosen = this.#options.columns[name];
    const wanted = chosen === undefined ? [name, name.split(/[([]/, 1).join().trim()] : [chosen ?? ''];
    const place = wanted.map((one) => this.#indexes.get(one.toLowerCase())).find((one) => one !== undefined) ?? -1;
    if (this.#places.size < maxNames) {
      this.#places.set(name, place);
      const sensor = this.#sensors[place];
      this.report.columns[name.slice(0, 256)] = sensor ? sensorPath(sensor) : null;
    }
    return place;
  }

  #put(ts: number, name: string, text: string, line: number, unit = '', flags = 0): void {
    const place = this.#placeOf(name);
    const sensor = this.#sensors[place];
    if (!sensor) return;
    const as = unit === '' || unit === sensor.unit ? plain : toUnit(unit, sensor.unit);
    const number = numberOf(text);
    if (number === null || !as) {
      const why = as ? `'${text.slice(0, 40)}' is no number` : `${unit} cannot be converted to '${sensor.unit}'`;
      this.#refuse(line, `${name}: ${why}`);
      return;
    }
    if (Number.isNaN(number) && (flags & ALARM) === 0) return;
    const value = as === plain ? number : Number((as.k * number + as.c).toPrecision(12));
    const frame = this.#last?.ts === ts ? this.#last : (this.#frames.get(ts) ?? this.#begun(ts));
    this.#last = frame;
    if ((frame.flags[place] & SENT) === 0) {
      frame.values[place] = value;
      frame.flags[place] = SENT | flags;
      this.report.values++;
    } else if (!Object.is(frame.values[place], value)) this.#refuse(line, `${name}: a second value of the same moment`);
  }

  #begun(ts: number): AcceptedFrame {
    const { layout, now } = this.#options;
    const n = this.#sensors.length;
    const frame: AcceptedFrame = {
      ts,
      deviceTs: ts,
      boot: 0,
      seq: IMPORT_SEQ,
      given: 0,
      layoutId: layout.layoutId,
      receivedAt: now,
      values: new Float64Array(n).fill(Number.NaN),
      flags: new Uint8Array(n),
      status: new Uint16Array(n),
      state: new Uint16Array(n),
    };
    this.#frames.set(ts, frame);
    const { report } = this;
    const at = new Date(ts).toISOString();
    if (report.from === null || at < report.from) report.from = at;
    if (report.to === null || at > report.to) report.to = at;
    return frame;
  }

  #refuse(line: number, text: string): void {
    this.report.refused++;
    if (this.report.refusals.length < maxRefusals) this.report.refusals.push({ line, text });
  }
}

/** A text in parts of whole lines. */
function* partsOf(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = text.length - at <= partLength ? text.length : text.indexOf('\n', at + partLength) + 1 || text.length;
    yield text.slice(at, end);
  }
}
