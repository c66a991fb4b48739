import { type Severity, severityRank } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/dashboard';
import { useMemo } from 'react';
import { summary } from '../../../../domain/sensor-status.ts';
import type { DeviceStore, Head } from '../../../../live/device-store.ts';
import { useDerived } from '../../../../live/use-derived.ts';
import { sizes } from '../../../../ui/tokens.ts';
import { useColumns } from '../../../../ui/use-columns.ts';
import type { Limit } from '../../limits.ts';
import { type Filter, packRows, type Section, sections, severityOf, shown } from '../model.ts';
import css from './groups.module.css';
import { SensorCard } from './sensor-card.tsx';

/** The cards of one section. Plain data, so that it can be compared as JSON. */
export interface Shown {
  readonly name: string;
  readonly paths: readonly string[];
  readonly hidden: number;
  readonly worst: Severity;
  readonly text: string;
}

const shownSections = (
  store: DeviceStore,
  head: Head,
  filter: Filter,
  order: { readonly alarmedFirst: boolean; readonly worstFirst: boolean },
  now: number,
): readonly Shown[] => {
  const severityAt = (path: string): Severity => severityOf(store, head, path, now);
  const byRank = (a: string, b: string): number => severityRank(severityAt(a)) - severityRank(severityAt(b));
  const shownGroups = sections(head.groups).map(({ name, paths }: Section): Shown => {
    const left = shown(store, paths, filter);
    const { worst, text } = summary(left.map(severityAt));
    // Array.sort is stable: equal items keep the device's order.
    return {
      name,
      paths: order.alarmedFirst ? [...left].sort(byRank) : left,
      hidden: paths.length - left.length,
      worst,
      text,
    };
  });
  return order.worstFirst
    ? shownGroups.sort((a, b) => Math.min(severityRank(a.worst), 2) - Math.min(severityRank(b.worst), 2))
    : shownGroups;
};

/** The sections, re-rendered only when one of them changes. */
export const useShown = (
  filter: Filter,
  order: { readonly alarmedFirst: boolean; readonly worstFirst: boolean },
): readonly Shown[] => {
  const text = useDerived((store, now) => {
    const head = store.device();
    return head === null ? '[]' : JSON.stringify(shownSections(store, head, filter, order, now));
  });
  return useMemo(() => JSON.parse(text) as readonly Shown[], [text]);
};

interface Props {
  readonly shownGroups: readonly Shown[];
  readonly zone: string;
  readonly limits: ReadonlyMap<string, Limit>;
  readonly images: ReadonlyMap<string, number>;
  readonly phone: boolean;
}

/** The values of groups.module.css and sensor-card.module.css. */
const titleHeight = 26;
const phoneGap = 8;
const smallCard = 84;

export const sectionId = (name: string): string => `group-${name.replace(/[^A-Za-z0-9]+/g, '-')}`;

/** The estimated height of a section that was never near the window: title and rows of cards. */
const heightOf = ({ name, paths }: Shown, span: number, phone: boolean): number => {
  const rows = Math.ceil(paths.length / span);
  const card = phone ? sizes['card-height-phone'] : name === 'System' ? smallCard : sizes['card-height'];
  return titleHeight + rows * card + (rows - 1) * (phone ? phoneGap : sizes['grid-gap']);
};

const SectionCards = ({
  section,
  span,
  zone,
  limits,
  images,
  phone,
}: { readonly section: Shown; readonly span: number } & Omit<Props, 'shownGroups'>) => (
  <section
    className={css.section}
    style={{ gridColumn: `span ${span}`, containIntrinsicBlockSize: `auto ${heightOf(section, span, phone)}px` }}
    id={sectionId(section.name)}
    aria-label={section.name}
  >
    <h2 className={css.title}>
      <span className={css.words}>{section.name}</span>
      {section.hidden > 0 && <small>{texts.hidden(section.hidden)}</small>}
    </h2>
    <div className={css.cards} style={{ gridTemplateColumns: `repeat(${span}, minmax(0, 1fr))` }}>
      {section.paths.map((path) => (
        <SensorCard
          key={path}
          path={path}
          zone={zone}
          limit={limits.get(path) ?? null}
          image={images.get(path) ?? null}
          small={section.name === 'System'}
          phone={phone}
        />
      ))}
    </div>
  </section>
);

/** Groups in order; they share rows while there are enough columns. */
export const Groups = ({ shownGroups, zone, limits, images, phone }: Props) => {
  const [ref, fit] = useColumns(sizes['card-width'], sizes['grid-gap']);
  const columns = phone ? 1 : fit;
  const rows =
    columns === 0
      ? []
      : packRows(
          shownGroups.map((section) => section.paths.length),
          columns,
        );
  return (
    <div ref={ref} className={css.groups}>
      {rows.map((row) => (
        <div
          key={row[0]?.section}
          className={css.row}
          style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        >
          {row.map(({ section, span }) => {
            const one = shownGroups[section];
            return (
              one && (
                <SectionCards
                  key={one.name}
                  section={one}
                  span={span}
                  zone={zone}
                  limits={limits}
                  images={images}
                  phone={phone}
                />
              )
            );
          })}
        </div>
      ))}
    </div>
  );
};
