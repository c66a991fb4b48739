import { may } from '@tocsin/contract/permissions';
import type { Evidence, ProtectionEntry, ProtectionKind, ProtectionList } from '@tocsin/contract/protection';
import { type AssignableKind, assignableKinds, protectionKinds } from '@tocsin/contract/protection';
import type { ProtectedDevice } from '@tocsin/contract/protection-hours';
import { readBack } from '@tocsin/contract/read-back';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/protection';
import { texts as hours } from '@tocsin/contract/texts/protection-hours';
import { pageLocale } from '../../ui/locale.ts';
import { dayMinuteText, dayText, minuteText, shortDayText, spanText } from '../../ui/time.ts';

const dayMs = 86_400_000;

/** Why an entry does not protect, in the language of the page. */
export const whyText = readBack(textsIn(texts, 'en').why, texts.why);

type Counts = Pick<ProtectionList, 'by_kind' | 'by_design'>;

/** Entries of a kind that are not so by design. */
export const needing = ({ by_kind, by_design }: Counts, kind: ProtectionKind): number =>
  (by_kind[kind] ?? 0) - (by_design?.[kind] ?? 0);

/** Everything that needs somebody, each once: the number in the head, the menu and on the wall. */
export const needingAll = ({ by_site: sites }: Pick<ProtectionList, 'by_site'>): number =>
  sites.reduce((sum, { needs_somebody: count = 0 }) => sum + count, 0);

/** Kinds with at least one entry that needs somebody and their counts, in the order of the page. */
export const shownKinds = (counts: Counts): readonly (readonly [ProtectionKind, number])[] =>
  protectionKinds.flatMap((kind) => {
    const count = needing(counts, kind);
    return count > 0 ? [[kind, count] as const] : [];
  });

/** What a list counts in the words of the menu and the first page. */
export const countsOf = (list: Counts & Pick<ProtectionList, 'by_site'>) => ({
  needs_somebody: needingAll(list),
  by_kind: Object.fromEntries(shownKinds(list)),
  by_site: list.by_site.map(({ id, title, needs_somebody: count = 0 }) => ({ id, title, count })),
});

/** The other listed entries of an entry's device and kind. */
export const othersOf = (entries: readonly ProtectionEntry[], entry: ProtectionEntry): readonly ProtectionEntry[] =>
  entries.filter((one) => one.key !== entry.key && one.device_id === entry.device_id && one.kind === entry.kind);

/** An entry to which the user may assign an owner. */
export type Assignable = ProtectionEntry & { readonly device_id: number; readonly kind: AssignableKind };

/** The entry if the user may assign an owner to it; null if they may not, or if it cannot have one. */
export function assignableOf(entry: ProtectionEntry): Assignable | null {
  const kind = assignableKinds.find((one) => one === entry.kind);
  if (kind === undefined || entry.device_id === null || !may(entry, 'device.edit')) return null;
  return { ...entry, kind, device_id: entry.device_id };
}

/** Groups consecutive entries of one kind, which share a heading. */
export function sectionsOf(
  entries: readonly ProtectionEntry[],
): readonly { readonly kind: ProtectionKind; readonly entries: readonly ProtectionEntry[] }[] {
  const sections: { kind: ProtectionKind; entries: ProtectionEntry[] }[] = [];
  for (const entry of entries) {
    const last = sections.at(-1);
    if (last?.kind === entry.kind) last.entries.push(entry);
    else sections.push({ kind: entry.kind, entries: [entry] });
  }
  return sections;
}

/** 'Leg 5, Tail bearing right', 'Drag 1 (6 sensors)', 'Whole site (40 sensors)'. */
export const titleOf = ({ device, sensor, sensors }: ProtectionEntry): string => {
  const place = [device ?? texts.wholeSite, sensor].filter(Boolean).join(', ');
  return sensors > 1 ? `${place} (${texts.sensors(sensors)})` : place;
};

const isSameDay = (a: number, b: number, zone: string): boolean => dayText(a, zone) === dayText(b, zone);

/** 'since 12 Nov', or 'since 12 Nov or earlier'; null if unknown. */
export function sinceText({ since, since_is_exact, timezone }: ProtectionEntry, now: number): string | null {
  if (since === null) return null;
  const at = Date.parse(since);
  const when = isSameDay(at, now, timezone) ? minuteText(at, timezone) : dayText(at, timezone);
  return since_is_exact ? texts.since(when) : texts.sinceAtLeast(when);
}

/** Text for the end date of an entry, worded by its kind, and a note that says how far away it is. */
export function untilText(entry: ProtectionEntry, now: number): { readonly text: string; readonly note: string } {
  const { kind, until, timezone } = entry;
  if (until === null) {
    if (kind === 'suspected_dead') return { text: texts.until.tested, note: '' };
    return { text: kind === 'offline' || kind === 'lost' ? texts.until.reports : texts.until.open, note: '' };
  }
  const at = Date.parse(until);
  const days = Math.floor((now - at) / dayMs);
  const ahead = kind === 'shelved' ? texts.until.left : texts.until.ahead;
  const note = at < now ? texts.until.over(Math.max(days, 0)) : ahead(spanText(at - now));
  if (kind === 'overdue') return { text: texts.until.due(dayText(at, timezone)), note };
  if (kind === 'out_of_service') return { text: texts.until.review(dayText(at, timezone)), note };
  return { text: isSameDay(at, now, timezone) ? minuteText(at, timezone) : dayMinuteText(at, timezone), note };
}

/** The time of an entry as a bar, in percent of its width, with the labels under its ends. */
export interface TimeBar {
  /** Width of the part up to now, or up to an end date that has passed. */
  readonly past: number;
  /** Width of the part after the end date. */
  readonly over: number;
  readonly from: string;
  readonly to: string;
}

/** The bar from the beginning of an entry to its end date, or to now if it has none; null without a known beginning. */
export function timeBarOf(entry: ProtectionEntry, now: number): TimeBar | null {
  const { since, since_is_exact, period_from, until, timezone } = entry;
  const beginning = period_from ?? since;
  if (beginning === null) return null;
  const begin = Date.parse(beginning);
  const end = until === null ? now : Date.parse(until);
  const isShort = Math.max(end, now) - begin < dayMs;
  const label = (at: number): string => (isShort ? minuteText(at, timezone) : shortDayText(at, now, timezone));
  const from = since_is_exact ? label(begin) : texts.bar.orEarlier(label(begin));
  if (until === null || end <= begin) return { past: 100, over: 0, from, to: texts.bar.now };
  if (end > now) return { past: (100 * (now - begin)) / (end - begin), over: 0, from, to: label(end) };
  const past = (100 * (end - begin)) / (now - begin);
  return { past, over: 100 - past, from, to: texts.bar.over(Math.floor((now - end) / dayMs)) };
}

/** SVG paths of the evidence in a box of 100 by 100, interrupted at missing hours. */
export function evidenceLines({ graph }: Evidence): {
  readonly own: string;
  readonly others: readonly string[];
  readonly starts: readonly number[];
} {
  const all = [graph.own, ...graph.others.map(({ values }) => values)];
  const numbers = all.flat().filter((value) => value !== null);
  const min = Math.min(...numbers);
  const range = Math.max(...numbers) - min;
  const last = Math.max(1, graph.own.length - 1);
  const line = (values: readonly (number | null)[]): string => {
    let path = '';
    let isOpen = false;
    values.forEach((value, index) => {
      if (value === null) {
        isOpen = false;
        return;
      }
      const y = range === 0 ? 50 : 96 - (92 * (value - min)) / range;
      path += `${isOpen ? 'L' : 'M'}${((100 * index) / last).toFixed(2)} ${y.toFixed(2)}`;
      isOpen = true;
    });
    return path;
  };
  return {
    own: line(graph.own),
    others: graph.others.map(({ values }) => line(values)),
    starts: graph.starts.map((at) => (100 * (at - graph.from)) / (last * 3_600_000)),
  };
}

/** '3.1', one decimal, from minutes; what is not protected is never rounded to nothing. */
export const hoursText = (minutes: number): string =>
  new Intl.NumberFormat(pageLocale('en-US'), { maximumFractionDigits: minutes < 60 ? 2 : 1 }).format(minutes / 60);

/** What the causes of a device's hours do not say: what of the others tests never proved, or that nothing is left to say. */
export function restText(device: Pick<ProtectedDevice, 'running' | 'protected' | 'proved'>): string | null {
  const { running, protected: kept, proved } = device;
  if (running === 0) return hours.stood;
  if (proved < kept) return hours.unproved(hoursText(kept - proved));
  return kept === running ? hours.every : null;
}

/** '21.5 °C'. */
export const valueText = (value: number, unit: string): string => {
  const shown = unit === 'C' || unit === 'F' ? `°${unit}` : unit;
  return `${Math.round(value * 10) / 10}${shown === '' ? '' : ` ${shown}`}`;
};
