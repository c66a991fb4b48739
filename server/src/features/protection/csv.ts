import { protectionCauses } from '@tocsin/contract/protection-causes';
import { type ProtectedHours, shareOf } from '@tocsin/contract/protection-hours';
import { texts } from '@tocsin/contract/texts/protection';
import { stringify } from 'csv-stringify/sync';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { type Named, whyText } from './present.ts';

const columns = [
  'site',
  'device',
  'sensor_id',
  'sensor',
  'kind',
  'since',
  'since_is_exact',
  'why',
  'who',
  'until',
  'todo',
];

/** The entries as CSV: times in the zone of each site, formulas escaped. */
export function protectionCsv(named: readonly Named[]): string {
  const rows = named.map(({ entry, site, device }) => {
    const zoned = (at: number | null) => (at === null ? '' : toZonedIso(at, site.timezone));
    return [
      site.title,
      device?.title ?? '',
      entry.path ?? '',
      entry.name ?? '',
      entry.kind,
      zoned(entry.since),
      String(entry.sinceIsExact),
      whyText(entry, site.timezone),
      entry.who ?? '',
      zoned(entry.until),
      texts.todo[entry.kind],
    ];
  });
  return stringify(rows, { header: true, columns, bom: true, escape_formulas: true });
}

/** Minutes of each device and day; a column for each cause. */
export function hoursCsv({ site, days, results, until }: ProtectedHours): string {
  const head = ['site', 'device_id', 'device', 'day', 'running', 'protected', 'share'];
  const rows = results.flatMap((device) =>
    device.days.map((day, index) => [
      site.title,
      String(device.device_id),
      device.device,
      days[index] ?? '',
      String(day.running),
      String(day.protected),
      String(shareOf(day.protected, day.running) ?? ''),
      ...protectionCauses.map((cause) => String(day.causes.find((one) => one.cause === cause)?.minutes ?? 0)),
      String(device.testable),
      String(device.ever_tested),
      String(day.proved),
      until ?? '',
    ]),
  );
  return stringify(rows, {
    header: true,
    columns: [...head, ...protectionCauses, 'testable', 'ever_tested', 'proved', 'counted_until'],
    bom: true,
    escape_formulas: true,
  });
}
