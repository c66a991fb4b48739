import { limits } from '@tocsin/contract/limits';
import { isOneLine, notOneLine } from '@tocsin/contract/line';
import { stringify } from 'csv-stringify/sync';
import { badField } from '../../platform/errors.ts';
import { csvLines, unescaped } from './csv-file.ts';
import { findSensor, listed, type SensorList } from './list.ts';

const columns = ['id', 'group', 'name', 'label'] as const;

/** UTF-8 with BOM, formulas escaped, so that a spreadsheet opens it directly. */
export function namesCsv(list: SensorList): string {
  const rows = listed(list).map((sensor) => [sensor.path, sensor.groupName, sensor.name, sensor.label]);
  return stringify(rows, { header: true, columns: [...columns], bom: true, escape_formulas: true });
}

/** Parses labels by path. Refuses the whole file when a row is bad; each bad row is named by its line. */
export function readNamesCsv(list: SensorList, file: Buffer): Map<string, string> {
  const rows = csvLines(file, 10_000);
  const [first] = rows;
  if (!('id' in first.record) || !('label' in first.record))
    throw badField('file', "The file needs the columns 'id' and 'label'.");
  const sensors = listed(list);
  const labels = new Map<string, string>();
  const problems: string[] = [];
  for (const { record, info } of rows) {
    const id = unescaped(record.id ?? '');
    const label = unescaped(record.label ?? '');
    const sensor = findSensor(sensors, list.deviceId, id);
    if (!sensor) problems.push(`Line ${info.lines}: '${id.slice(0, 40)}' names no sensor of this device.`);
    else if (labels.has(sensor.path)) problems.push(`Line ${info.lines}: '${id}' is listed twice.`);
    else if (label.length > limits.nameLength)
      problems.push(`Line ${info.lines}: the label has ${label.length} characters; ${limits.nameLength} are allowed.`);
    else if (!isOneLine(label)) problems.push(`Line ${info.lines}: ${notOneLine}`);
    else labels.set(sensor.path, label);
  }
  if (problems.length > 0) throw badField('file', problems.slice(0, 50).join('\n'));
  return labels;
}
