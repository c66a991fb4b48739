import type { TimezoneRow } from '@tocsin/contract/sites';

/** Every zone known to this runtime with its offset at a moment, sorted by name. */
export function listTimezones(nowMs: number): TimezoneRow[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')].map((name) => {
    const offset = offsetOf(name, nowMs);
    return { name, offset, title: `${name.replaceAll('_', ' ')} (UTC${offset === '+00:00' ? '' : offset})` };
  });
}

function offsetOf(timeZone: string, nowMs: number): string {
  const zoneParts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(nowMs);
  const text = zoneParts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  return text === 'GMT' ? '+00:00' : text.replace('GMT', '');
}
