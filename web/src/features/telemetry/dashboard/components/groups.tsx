import { texts } from '@tocsin/contract/texts/dashboard';
import { useRef } from 'react';
import type { Limit } from '../../../../domain/limits.ts';
import { Row, Text } from '../../../../ui/layout.tsx';
import { sizes } from '../../../../ui/tokens.ts';
import { useColumns } from '../../../../ui/use-columns.ts';
import { type CardPosition, halfRowsOf, packSections, placeCards } from '../arrange.ts';
import { useSteadyOrder } from '../use-steady-order.ts';
import type { VisibleSection } from '../visible-sections.ts';
import css from './groups.module.css';
import { SensorCard } from './sensor-card.tsx';

interface Props {
  readonly shownGroups: readonly VisibleSection[];
  readonly zone: string;
  readonly limits: ReadonlyMap<string, Limit>;
  readonly images: ReadonlyMap<string, number>;
  readonly phone: boolean;
}

/** Same values as in groups.module.css. */
const titleHeight = 26;
const phoneGap = 8;

/** Id of a section's element, to which chips link. */
export const sectionId = (name: string): string => `group-${name.replace(/[^A-Za-z0-9]+/g, '-')}`;

const sumOf = (cards: VisibleSection['cards'], heightOf: (isHalf: boolean) => number): number =>
  cards.reduce((sum, { isHalf }) => sum + heightOf(isHalf) + phoneGap, -phoneGap);

/** Estimated height in px of a section that has not been rendered yet: title and cards. */
const heightOf = ({ cards }: VisibleSection, places: readonly CardPosition[], phone: boolean): number => {
  if (phone) return titleHeight + sumOf(cards, (half) => sizes[half ? 'card-height-half-phone' : 'card-height-phone']);
  const halfRows = halfRowsOf(
    cards.map(({ isHalf }) => isHalf),
    places,
  );
  return titleHeight + halfRows * (sizes['card-height-half'] + sizes['grid-gap']) - sizes['grid-gap'];
};

interface SectionProps extends Omit<Props, 'shownGroups'> {
  readonly section: VisibleSection;
  readonly row: number;
  readonly column: number;
  readonly span: number;
}

const SectionCards = ({ section, row, column, span, zone, limits, images, phone }: SectionProps) => {
  const places = placeCards(
    section.cards.map(({ isHalf }) => isHalf),
    span,
  );
  return (
    <section
      className={css.section}
      style={{
        gridRow: row,
        gridColumn: `${column} / span ${span}`,
        containIntrinsicBlockSize: `auto ${heightOf(section, places, phone)}px`,
      }}
      id={sectionId(section.name)}
      aria-label={section.name}
    >
      <Row as="h2" align="baseline" gap={8} height={20} marginBottom={6} tone="quiet" whiteSpace="nowrap">
        <Text overflow="hidden" textOverflow="ellipsis">
          {section.name}
        </Text>
        {section.hidden > 0 && (
          <Text as="small" tone="faint" size={12} weight={450}>
            {texts.hidden(section.hidden)}
          </Text>
        )}
      </Row>
      <div className={css.cards} style={{ gridTemplateColumns: `repeat(${span}, minmax(0, 1fr))` }}>
        {section.cards.map(({ path, isHalf }, index) => (
          <SensorCard
            key={path}
            path={path}
            zone={zone}
            limit={limits.get(path) ?? null}
            image={images.get(path) ?? null}
            half={isHalf}
            phone={phone}
            place={phone ? null : (places[index] ?? null)}
          />
        ))}
      </div>
    </section>
  );
};

/** The groups in order, sharing rows if there are enough columns. */
export const Groups = ({ shownGroups, zone, limits, images, phone }: Props) => {
  const grid = useRef<HTMLDivElement>(null);
  const [ref, fit] = useColumns(sizes['card-width'], sizes['grid-gap']);
  const steady = useSteadyOrder(shownGroups, grid);
  const columns = phone ? 1 : fit;
  const counts = steady.map(({ cards }) => {
    const half = cards.filter(({ isHalf }) => isHalf).length;
    // On a phone each section has its own row.
    return phone ? { full: cards.length, half: 0 } : { full: cards.length - half, half };
  });
  const places = columns === 0 ? [] : packSections(counts, columns);
  return (
    <Text ref={ref} as="div" padding="14px var(--page-pad) 24px" className={css.groups}>
      <div ref={grid} className={css.grid} style={{ gridTemplateColumns: `repeat(${columns || 1}, minmax(0, 1fr))` }}>
        {places.map(({ section, row, column, span }) => {
          const one = steady[section];
          return (
            one && (
              <SectionCards
                key={one.name}
                section={one}
                row={row}
                column={column}
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
    </Text>
  );
};
