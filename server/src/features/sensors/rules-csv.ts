import { type ConditionsFields, simpleConditions } from '@tocsin/contract/rule-conditions';
import { type WarningRow, WarningsInput } from '@tocsin/contract/sensors';
import { stringify } from 'csv-stringify/sync';
import { badField } from '../../platform/errors.ts';
import { type CheckedRule, problemOf } from './conditions.ts';
import { type CsvLine, csvLines, unescaped } from './csv-file.ts';
import { findSensor, type ListedSensor, type ShownSensor } from './list.ts';
import type { StoredRule } from './warnings.ts';

/** Columns of the CSV of rules, in order. `id` names a stored rule; without it a row is a new rule or an equal one. */
const columns = [
  'id',
  'sensor_id',
  'name',
  'kind',
  'sign',
  'value',
  'delay_seconds',
  'window_seconds',
  'reference',
  'absolute',
  'deadband',
  'off_delay_seconds',
  'while_sensor_id',
  'while_sign',
  'while_value',
  'while_state',
  'while_for_seconds',
  'unit',
  'while_unit',
] as const;
type Column = (typeof columns)[number];

/** All rules as CSV: UTF-8 with BOM, formulas escaped, so that a spreadsheet opens it directly. */
export function rulesCsv(rules: readonly StoredRule[], sensors: ReadonlyMap<string, ShownSensor>): string {
  const rows = rules.map((rule): Record<Column, string | number | null> => {
    const gate = rule.only_while;
    return {
      id: rule.id,
      sensor_id: rule.path,
      name: sensors.get(rule.path)?.shownName ?? rule.path,
      kind: rule.kind,
      sign: rule.sign,
      value: rule.value,
      delay_seconds: rule.delay_seconds,
      window_seconds: rule.window_seconds,
      reference: rule.reference,
      absolute: rule.absolute ? 'yes' : '',
      deadband: rule.deadband === 0 ? '' : rule.deadband,
      off_delay_seconds: rule.off_delay_seconds,
      while_sensor_id: gate?.sensor_id ?? '',
      while_sign: gate?.sign ?? '',
      while_value: gate?.value ?? '',
      while_state: gate?.state ?? '',
      while_for_seconds: gate ? gate.for_seconds : '',
      unit: rule.unit,
      while_unit: gate?.unit ?? '',
    };
  });
  return stringify(rows, { header: true, columns: [...columns], bom: true, escape_formulas: true });
}

/**
 * Reads the rules of a device from a CSV; they replace all present ones. Refuses the whole file when a row is bad; each
 * bad row is named by its line. Rules keep their priority and response by their id.
 */
export function readRulesCsv(file: Buffer, sensors: ReadonlyMap<string, ShownSensor>, deviceId: number): WarningRow[] {
  const lines = parsed(file);
  const list: readonly ListedSensor[] = [...sensors.values()];
  const problems: string[] = [];
  const rows: WarningRow[] = [];
  const checked: (CheckedRule & { readonly line: number })[] = [];
  for (const { record, info } of lines) {
    const sent = WarningsInput.safeParse([rowOf(record)]);
    const [row] = sent.success ? sent.data.results : [];
    if (!row) {
      problems.push(`Line ${info.lines}: ${sent.error?.issues[0]?.message ?? 'It cannot be read.'}`);
      continue;
    }
    const pathOf = (ref: string): string => findSensor(list, deviceId, ref)?.path ?? ref;
    const path = pathOf(row.sensor_id);
    if (!sensors.has(path)) {
      problems.push(`Line ${info.lines}: '${row.sensor_id.slice(0, 40)}' names no sensor of this device.`);
      continue;
    }
    rows.push(row);
    checked.push({ ...conditionsOf(row, pathOf), path, sign: row.sign, value: row.value, line: info.lines });
  }
  for (const rule of checked) {
    const problem = problemOf(rule, sensors, checked);
    if (problem) problems.push(`Line ${rule.line}: ${problem[0]}: ${problem[1]}`);
  }
  if (problems.length > 0) throw badField('file', problems.slice(0, 500).join('\n'));
  return rows;
}

function conditionsOf(row: WarningRow, pathOf: (ref: string) => string): ConditionsFields {
  const gate = row.only_while;
  return {
    kind: row.kind ?? simpleConditions.kind,
    window_seconds: row.window_seconds ?? null,
    reference: row.reference ? pathOf(row.reference) : null,
    absolute: row.absolute === true,
    deadband: row.deadband ?? 0,
    off_delay_seconds: row.off_delay_seconds ?? null,
    only_while: gate
      ? {
          sensor_id: pathOf(gate.sensor_id),
          sign: gate.sign ?? null,
          value: gate.value ?? null,
          state: gate.state ?? null,
          for_seconds: gate.for_seconds ?? 0,
          unit: gate.unit ?? null,
        }
      : null,
    unit: row.unit ?? null,
  };
}

function parsed(file: Buffer): readonly CsvLine[] {
  const lines = csvLines(file, 10_000);
  const [first] = lines;
  for (const name of ['sensor_id', 'sign', 'value', 'delay_seconds'])
    if (!(name in first.record)) throw badField('file', `The file needs the column '${name}'.`);
  if (lines.length > 2_000) throw badField('file', 'The file has more than 2000 rules.');
  return lines;
}

/** A row as it would be sent; an empty cell clears its field. */
function rowOf(record: CsvLine['record']): unknown {
  const text = (name: Column): string => unescaped(record[name] ?? '');
  const number = (name: Column): number | string | null => {
    const sent = text(name);
    if (sent === '') return null;
    return Number.isNaN(Number(sent)) ? sent : Number(sent);
  };
  const isGated = text('while_sensor_id') !== '';
  return {
    id: number('id') ?? undefined,
    sensor_id: text('sensor_id'),
    kind: text('kind') || null,
    sign: text('sign'),
    value: number('value'),
    delay_seconds: number('delay_seconds'),
    window_seconds: number('window_seconds'),
    reference: text('reference') || null,
    absolute: ['yes', 'true', '1'].includes(text('absolute').toLowerCase()),
    deadband: number('deadband'),
    off_delay_seconds: number('off_delay_seconds'),
    only_while: isGated
      ? {
          sensor_id: text('while_sensor_id'),
          sign: text('while_sign') || null,
          value: number('while_value'),
          state: text('while_state') || null,
          for_seconds: number('while_for_seconds') ?? 0,
          unit: text('while_unit') || null,
        }
      : null,
    unit: text('unit') || null,
  };
}
