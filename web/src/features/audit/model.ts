import type { AuditFilter, AuditRow } from '@tocsin/contract/audit';
import { texts } from '@tocsin/contract/texts/audit';
import { momentOfFields } from '../../ui/zone.ts';

export type Change = { readonly field: string; readonly before: string | null; readonly after: string | null };

const longest = 120;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}...` : text);

/** 'location_access' and 'siteId' as words. */
const words = (name: string): string =>
  name.replaceAll('_', ' ').replaceAll(/([a-z0-9])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const wordsOf = (value: unknown): string => {
  if (isEmpty(value)) return texts.none;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (Array.isArray(value)) return value.map(wordsOf).join(value.some(isFields) ? '; ' : ', ');
  if (!isFields(value)) return String(value);
  const fields = Object.entries(value).filter(([, each]) => !isEmpty(each));
  return fields.length === 0 ? texts.none : fields.map(([name, each]) => `${words(name)} ${wordsOf(each)}`).join(', ');
};

/** Formats a stored value for people. */
export const valueText = (value: unknown): string => cut(wordsOf(value));

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The change of one field, or of those of its nested fields that differ. */
const changesIn = (field: string, before: unknown, after: unknown): readonly Change[] => {
  if (!isFields(before) || !isFields(after)) return [{ field, before: valueText(before), after: valueText(after) }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !isSame(before[name], after[name]))
    .flatMap((name) => changesIn(`${field}, ${words(name)}`, before[name], after[name]));
};

/**
 * Old and new value of each field; null if there is none. Empty fields of created and removed objects are left out, and
 * so are unchanged nested fields of changed objects.
 */
export const changesOf = (row: Pick<AuditRow, 'old' | 'new'>): readonly Change[] => {
  const { old: before, new: after } = row;
  if (before !== null && after !== null) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => changesIn(words(name), before[name], after[name]));
  }
  return Object.entries(before ?? after ?? {})
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]) => {
      const text = valueText(value);
      return { field: words(name), before: after === null ? text : null, after: after === null ? null : text };
    });
};

/** Text of the subject: 'user 7', or its name if known. */
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
