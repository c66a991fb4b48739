import { type Severity, severityRank, trippedStates } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/dashboard';
import { summary } from '../../../domain/sensor-status.ts';
import type { DeviceStore, Head } from '../../../live/device-store.ts';
import { type Filter, type Section, sections, severityOf, shown } from './model.ts';

interface Card {
  readonly path: string;
  /** A contact, a state, or a sensor of the System group: a word without a curve. */
  readonly isHalf: boolean;
}

/** The cards of one section; plain data, because it is compared as JSON. */
export interface VisibleSection {
  readonly name: string;
  readonly cards: readonly Card[];
  readonly hidden: number;
  readonly worst: Severity;
  /** What is not normal in it; of one that is OK, that a relay is tripped. */
  readonly text: string;
}

/** The group of the controller's settings and texts. */
const systemName = 'System';

/** Rank for sorting: alarms, then warnings, then everything else. */
const urgency = (severity: Severity): number => Math.min(severityRank(severity), 2);

/**
 * The sections with their cards. With `alarmedFirst`, the sections and the cards in each are sorted by alarm, warning,
 * other; equal ones keep their order.
 */
export const visibleSections = (
  store: DeviceStore,
  head: Head,
  filter: Filter,
  alarmedFirst: boolean,
  now: number,
): readonly VisibleSection[] => {
  const severityAt = (path: string): Severity => severityOf(store, head, path, now);
  const byUrgency = (a: string, b: string): number => urgency(severityAt(a)) - urgency(severityAt(b));
  const all = sections(head.groups).map(({ name, paths }: Section): VisibleSection => {
    const left = shown(store, paths, filter);
    const { worst, text } = summary(left.map(severityAt));
    const isTripped = worst === 'ok' && left.some((path) => trippedStates.has(store.reading(path)?.state ?? ''));
    return {
      name,
      cards: (alarmedFirst ? [...left].sort(byUrgency) : left).map((path) => ({
        path,
        isHalf: name === systemName || (store.reading(path)?.type ?? 'NUMERIC') !== 'NUMERIC',
      })),
      hidden: paths.length - left.length,
      worst,
      text: isTripped ? texts.notNormal : text,
    };
  });
  return alarmedFirst ? all.sort((a, b) => urgency(a.worst) - urgency(b.worst)) : all;
};
