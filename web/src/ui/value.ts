import { localDecimals, pageLocale } from './locale.ts';
import { spanText } from './time.ts';

/** Texts of numbers and units (docs/spec/monitoring.md, section 9; docs/spec/decisions.md, section 7). */

const unitTexts: Readonly<Record<string, string>> = {
  C: '°C',
  F: '°F',
  Seconds: 'Sec',
  Minutes: '',
  none: '',
};

const hourOfSeconds = 3_600;
/** Whether a value is a long duration, which is formatted in words and needs no unit. */
const isLong = (value: number, unit: string): boolean => unit === 'Seconds' && Math.abs(value) >= hourOfSeconds;

/** The unit beside a value; '' for Minutes, which are formatted as hours and minutes. */
export const unitText = (unit: string, value = 0): string => (isLong(value, unit) ? '' : (unitTexts[unit] ?? unit));

/** The id of a unit as the graphs' answer names it; others are shown as they are named. */
export const unitOf = (name: string): string => (name === 'Sec' ? 'Seconds' : name);

const isTemperature = (unit: string): boolean => unit === 'C' || unit === 'F';

/** Number of decimals of a number, at most 2. */
export const decimalsOf = (value: number): number => {
  if (Number.isInteger(value)) return 0;
  return Number.isInteger(Math.round(value * 1e6) / 1e5) ? 1 : 2;
};

const compact = new Intl.NumberFormat(pageLocale('en-US'), { notation: 'compact', maximumFractionDigits: 2 });
/** A number where space is short: at most two decimals, and '1.57M' from 100,000 on. */
export const shortNumber = (value: number): string =>
  Math.abs(value) >= 100_000 ? compact.format(value) : localDecimals(String(Number(value.toFixed(2))));

const hoursAndMinutes = (minutes: number): string => {
  const rounded = Math.round(Math.abs(minutes));
  const sign = minutes < 0 ? '-' : '';
  return `${sign}${Math.floor(rounded / 60)} h ${String(rounded % 60).padStart(2, '0')} min`;
};

/** A number without its unit; `decimals` is what the sensor usually sends, so that 237.2 and 237.0 align. */
export const numberText = (value: number, unit: string, decimals = decimalsOf(value)): string => {
  if (unit === 'Minutes') return hoursAndMinutes(value);
  if (isLong(value, unit)) return spanText(value * 1_000);
  const places = isTemperature(unit) ? 1 : Math.min(2, decimals);
  const text = value.toFixed(places);
  // -0.04 is 0.0, not -0.0.
  return localDecimals(Number(text) === 0 ? text.replace('-', '') : text);
};

/** '84.6 °C' */
export const valueText = (value: number, unit: string, decimals?: number): string =>
  `${numberText(value, unit, decimals)} ${unitText(unit, value)}`.trim();

/** A name of 150 characters or more is cut to 4 words (docs/spec/monitoring.md, section 4). */
export const shortName = (name: string): string =>
  name.length >= 150 ? name.trim().split(/\s+/).slice(0, 4).join(' ') : name;

/** The least span of an axis of values near `value`, so that noise is not exaggerated. */
export const leastSpanOf = (unit: string, value: number): number => {
  const name = unitText(unit);
  if (name === '°F') return 10;
  if (name === '°C' || name === '%') return 6;
  return Math.max(Math.abs(value) * 0.05, 0.5);
};
