import type { HealthFigure, Standing } from '@tocsin/contract/health';
import type { Severity } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/health';
import { localDecimals, pageLocale } from '../../ui/locale.ts';
import { spanText } from '../../ui/time.ts';

export const severityOf: Readonly<Record<Standing, Severity>> = {
  ok: 'ok',
  warning: 'warning',
  alarm: 'alarm',
  unknown: 'no-data',
};

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** '1.5 MB': multiples of 1000. */
export const bytesText = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${localDecimals(value.toFixed(value < 10 && power > 0 ? 1 : 0))} ${units[power]}`;
};

const secondsText = (seconds: number): string => {
  if (seconds === 0) return '0 s';
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : spanText(seconds * 1000);
};

const formats: Readonly<Record<HealthFigure['unit'], (value: number) => string>> = {
  count: (value) => value.toLocaleString(pageLocale(), { maximumFractionDigits: 0 }),
  bytes: bytesText,
  seconds: secondsText,
  share: (value) => `${localDecimals((value * 100).toFixed(value < 0.1 && value > 0 ? 1 : 0))} %`,
  yes: (value) => (value > 0 ? texts.yes : texts.no),
};

/** The value of a metric with its unit, or a text if it is unknown. */
export const valueText = ({ unit, value }: HealthFigure): string =>
  value === null ? texts.unknown : formats[unit](value);

/** The limits of a metric as text; '' if it has none. */
export const limitText = ({ unit, warning, alarm, worse }: HealthFigure): string => {
  if (unit === 'yes') return alarm === null ? '' : texts.alarmWhenNot;
  const limitOf = (limit: number | null) => (limit === null ? null : formats[unit](limit));
  return texts.limit(worse, limitOf(warning), limitOf(alarm));
};

/** Readable name of a metric. */
export const nameOf = (metric: string): string => texts.figures[metric] ?? metric;

/** Parses typed addresses, separated by lines or commas. */
export const addressesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((address) => address.trim())
    .filter((address) => address !== '');
