import { fieldNames, type Schema } from '@tocsin/contract/schemas';
import { inEnglish } from '../../ui/locale.ts';
import { clockText, dayText, exactText } from '../../ui/time.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** Unix seconds as `DD/MM/YYYY HH:mm:ss` in a zone; other languages than English use their own format. */
export const stampText = (seconds: number, zone: string): string =>
  inEnglish(
    () => englishStamp(seconds, zone),
    () => `${dayText(seconds * 1000, zone)}, ${clockText(seconds * 1000, zone)}`,
  );

function englishStamp(seconds: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(seconds * 1000);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('day')}/${part('month')}/${part('year')} ${part('hour')}:${part('minute')}:${part('second')}`;
}

const offsetText = (minutes: number): string =>
  `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;

/** Alarm dates of machine details: unix seconds as `MMM. DD, YYYY hh:mm:ss Z`, or in the language's own format. */
export const alarmDateText = (seconds: number, zone: string): string =>
  inEnglish(
    () => englishAlarmDate(seconds, zone),
    () => exactText(seconds * 1000, zone),
  );

function englishAlarmDate(seconds: number, zone: string): string {
  const at = seconds * 1000;
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  const wall = Date.UTC(
    Number(part('year')),
    new Date(`${part('month')} 1, 2000`).getMonth(),
    Number(part('day')),
    Number(part('hour')),
    Number(part('minute')),
    Number(part('second')),
  );
  // In the specification's notation, hh is the 12-hour clock.
  const hour = Number(part('hour')) % 12 || 12;
  const zoneOffset = offsetText(Math.round((wall - Math.floor(at / 1000) * 1000) / 60_000));
  return `${part('month')}. ${part('day')}, ${part('year')} ${two(hour)}:${part('minute')}:${part('second')} ${zoneOffset}`;
}

export const modifierName = ({ modified_by }: Pick<Schema, 'modified_by'>): string =>
  `${modified_by.first_name} ${modified_by.last_name}`.trim();

/** The current version: the published one that was changed last. */
export const currentOf = (schemas: readonly Schema[]): Schema | undefined =>
  schemas.filter((schema) => schema.is_published).sort((a, b) => b.update_dt - a.update_dt)[0];

/** Field errors of a 400 with the fields' display names: 'Tab Name: This field may not be blank.' */
export const errorLines = (fields: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  Object.entries(fields).map(([field, lines]) => {
    const name = fieldNames[field];
    return name === undefined ? lines.join(' ') : `${name}: ${lines.join(' ')}`;
  });
