import type { AuditFilter, AuditRow } from '@tocsin/contract/audit';
import { texts } from '@tocsin/contract/texts/audit';
import { momentOfFields } from '../../ui/zone.ts';

export type Change = { readonly field: string; readonly before: string | null; readonly after: string | null };

const longest = 120;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}...` : text);

/** Formats a stored value for people. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return texts.none;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'string') return cut(value);
  return cut(typeof value === 'number' ? String(value) : JSON.stringify(value));
};

const words = (name: string): string => name.replaceAll('_', ' ');

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Old and new value of each field; null if there is none. Empty fields of created and removed objects are left out.
 * or removed is shown without its empty fields.
 */
export const changesOf = (row: Pick<AuditRow, 'old' | 'new'>): readonly Change[] => {
  const names = [...new Set([...Object.keys(row.old ?? {}), ...Object.keys(row.new ?? {})])].filter(
    (name) => (row.old !== null && row.new !== null) || !isEmpty((row.old ?? row.new)?.[name]),
  );
  return names.map((name) => ({
    field: words(name),
    before: row.old === null ? null : valueText(row.old[name]),
    after: row.new === null ? null : valueText(row.new[name]),
  }));
};

/** 'reset 2fa' of 'user 7', or the person's name if known. */
export const whatText = (row: Pick<AuditRow, 'subject' | 'subject_id' | 'subject_name'>): string =>
  `${row.subject} ${row.subject_name || row.subject_id}`.trim();

const dayMs = 24 * 3_600_000;

/** Converts the filter's days to the start and end of each day in the zone of the page. */
export const inZone = (filter: AuditFilter, zone: string): AuditFilter => {
  const begins = (day: string): number | null => momentOfFields(day, '00:00', zone);
  const { date_from, date_to, ...rest } = filter;
  const from = date_from === undefined ? null : begins(date_from);
  const next = date_to === undefined ? null : begins(new Date(Date.parse(date_to) + dayMs).toISOString().slice(0, 10));
  return {
    ...rest,
    ...(from === null ? {} : { date_from: new Date(from).toISOString() }),
    ...(next === null ? {} : { date_to: new Date(next - 1).toISOString() }),
  };
};
