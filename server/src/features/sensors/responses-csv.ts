import { type ResponseFields, ResponseInput, responseCsvColumns, responseCsvLines } from '@tocsin/contract/responses';
import { stringify } from 'csv-stringify/sync';
import { badField } from '../../platform/errors.ts';
import { type CsvLine, csvLines, unescaped } from './csv-file.ts';
import type { SensorAndRules } from './responses.ts';
import type { ResponseChanges } from './save-responses.ts';

/** A device of the site with its sensors. */
export interface DeviceResponses {
  readonly id: number;
  readonly title: string;
  readonly sensors: readonly SensorAndRules[];
}

const fieldCells = (fields: ResponseFields) => [
  fields.priority ?? '',
  fields.likely_cause ?? '',
  fields.consequence ?? '',
  fields.what_to_do ?? '',
  fields.respond_within_minutes ?? '',
];

/** One line for each sensor, and one for each of its rules; UTF-8 with BOM, formulas escaped. */
export function responsesCsv(devices: readonly DeviceResponses[]): string {
  const rows = devices.flatMap((device) =>
    device.sensors.flatMap((sensor) => [
      [device.id, device.title, sensor.path, sensor.name, '', '', ...fieldCells(sensor)],
      ...sensor.rules.map((rule) => [
        device.id,
        device.title,
        sensor.path,
        sensor.name,
        rule.id,
        rule.text,
        ...fieldCells(rule),
      ]),
    ]),
  );
  return stringify(rows, { header: true, columns: [...responseCsvColumns], bom: true, escape_formulas: true });
}

/**
 * The changes of a file by device. A missing column keeps its values, an empty cell clears them. Refuses the whole file
 * when a line is bad; each bad line is named by its number and field.
 */
export function readResponsesCsv(
  devices: readonly DeviceResponses[],
  file: Buffer,
): ReadonlyMap<number, ResponseChanges> {
  const lines = linesOf(file);
  const byId = new Map(devices.map((device) => [String(device.id), device]));
  const changes = new Map<number, { sensors: Map<string, ResponseInput>; rules: Map<number, ResponseInput> }>();
  const problems: string[] = [];
  for (const { record, info } of lines) {
    const bad = (field: string, text: string) => problems.push(`Line ${info.lines}, ${field}: ${text}`);
    const fields = fieldsOf(record, bad);
    const device = byId.get((record.device_id ?? '').trim());
    if (!device) {
      bad('device_id', 'There is no such device on this site.');
      continue;
    }
    const path = unescaped(record.sensor_id ?? '').trim();
    const sensor = device.sensors.find((one) => one.path === path);
    if (!sensor) {
      bad('sensor_id', 'The device has no such sensor.');
      continue;
    }
    const own = changes.get(device.id) ?? { sensors: new Map(), rules: new Map() };
    changes.set(device.id, own);
    const ruleId = (record.rule_id ?? '').trim();
    if (ruleId === '') {
      if (own.sensors.has(path)) bad('sensor_id', 'The sensor is listed twice.');
      own.sensors.set(path, fields);
      continue;
    }
    const rule = sensor.rules.find((one) => String(one.id) === ruleId);
    if (!rule) bad('rule_id', 'The sensor has no such warning rule.');
    else if (own.rules.has(rule.id)) bad('rule_id', 'The rule is listed twice.');
    else own.rules.set(rule.id, fields);
  }
  if (problems.length > 0) throw badField('file', problems.slice(0, 100).join('\n'));
  return changes;
}

function linesOf(file: Buffer): readonly CsvLine[] {
  const lines = csvLines(file, 20_000);
  const [first] = lines;
  if (lines.length > responseCsvLines) throw badField('file', `The file has more than ${responseCsvLines} lines.`);
  const missing = ['device_id', 'sensor_id'].filter((column) => !(column in first.record));
  if (missing.length > 0) throw badField('file', `The file needs the columns 'device_id' and 'sensor_id'.`);
  return lines;
}

/** The response fields of a line; reports each wrong one. */
function fieldsOf(record: CsvLine['record'], bad: (field: string, text: string) => void): ResponseInput {
  const cell = (name: string): string | null | undefined => {
    const text = record[name];
    if (text === undefined) return undefined;
    const trimmed = unescaped(text).trim();
    return trimmed === '' ? null : trimmed;
  };
  const minutes = cell('respond_within_minutes');
  const parsed = ResponseInput.safeParse({
    priority: cell('priority')?.toLowerCase() ?? cell('priority'),
    likely_cause: cell('likely_cause'),
    consequence: cell('consequence'),
    what_to_do: cell('what_to_do'),
    respond_within_minutes: minutes === null || minutes === undefined ? minutes : Number(minutes),
  });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) bad(String(path[0] ?? ''), message);
  return {};
}
