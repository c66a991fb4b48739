import { texts } from '@tocsin/contract/texts/graphs';
import { Fragment, type ReactNode, useMemo, useRef, useState } from 'react';
import { Icon } from '../../../../ui/icon.tsx';
import { Row, Stack, Text } from '../../../../ui/layout.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import { valueText } from '../../../../ui/value.ts';
import type { Graph, GraphLoader } from '../loader.ts';
import type { GraphName } from '../queries.ts';
import { isUnchanged } from '../row-order.ts';
import type { Rows } from '../use-rows.ts';
import { useGraphs, useWatchAll } from '../values/use-all-series.ts';
import css from './graph-rows.module.css';

interface Props {
  readonly loader: GraphLoader;
  readonly rows: Rows;
  readonly row: (name: GraphName, isStrip: boolean) => ReactNode;
}

/** Maximum number of sensors listed in the row of collapsed graphs. */
const maxNamed = 8;
const skeletons = [1, 2, 3] as const;
/** Stands between the parts of a text whose names and values look different. */
const between = '\ue001';

const isQuiet = ({ state, series }: Graph): boolean =>
  state === 'ready' && series.length > 0 && series.every(({ columns }) => isUnchanged(columns));

/** The newest state of a strip, as a word. */
const wordOf = ({ series: [one] }: Graph): string => {
  const last = one?.columns.states.at(-1);
  return one?.columns.texts[last ?? -1] ?? '';
};

interface FoldProps {
  readonly title: string;
  /** The sensors with their values, '' where there is none. */
  readonly items: readonly (readonly [name: string, value: string])[];
  readonly children: ReactNode;
}

/** A collapsed row for several graphs. */
const Fold = ({ title, items, children }: FoldProps) => {
  const [isOpen, setOpen] = useState(false);
  if (items.length === 0) return null;
  const named = items.slice(0, maxNamed).map((_, index) => `${between}${index}${between}`);
  const parts = texts.unchangedOf(named, items.length - named.length).split(between);
  return (
    <>
      <Text
        type="button"
        as="button"
        minHeight={44}
        padding={0}
        background="var(--surface)"
        tone="quiet"
        textAlign="left"
        className={css.fold}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Row as="span" gap={6} overflow="hidden" paddingLeft="var(--page-pad)">
          <Icon name={isOpen ? 'down' : 'right'} size={16} />
          <Text as="b" tone="plain">
            {title}
          </Text>
        </Row>
        <Row as="span" gap={6} overflow="hidden" paddingLeft="var(--page-pad)">
          {!isOpen &&
            parts.map((part, index) => {
              const [name, value] = (index % 2 === 1 && items[Number(part)]) || [part, ''];
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence.
                <Fragment key={index}>
                  {name}
                  {value !== '' && (
                    <Text as="b" tone="plain">
                      {' '}
                      {value}
                    </Text>
                  )}
                </Fragment>
              );
            })}
        </Row>
      </Text>
      {isOpen && children}
    </>
  );
};

/**
 * The graphs of a device: charts, then strips of sensors whose state changed. What did not change is one collapsed row
 * with the newest values, and so is what has no data.
 */
export const GraphRows = ({ loader, rows, row }: Props) => {
  const { charts, strips, flat, withoutData, courses } = rows;
  const paths = useMemo(() => strips.map(({ path }) => path), [strips]);
  useWatchAll(loader, paths, charts.length === 0);
  const graphs = useGraphs(loader, paths);
  // A strip that once changed stays, so that no row moves while the user reads.
  const active = useRef(new Set<string>());
  const isWaiting = graphs.some(({ state }) => state === 'waiting');
  const quiet = strips.flatMap((name, index) => {
    const graph = graphs[index];
    if (!isWaiting && graph !== undefined && !isQuiet(graph)) active.current.add(name.path);
    return graph === undefined || isWaiting || active.current.has(name.path) ? [] : [{ name, word: wordOf(graph) }];
  });
  const quietNames = new Set(quiet.map(({ name }) => name));
  const changed = isWaiting ? [] : strips.filter((name) => !quietNames.has(name));
  const newestOf = ({ path }: GraphName): string => {
    const course = courses.get(path);
    return course === undefined ? '' : valueText(course.last, course.unit);
  };
  return (
    <Stack gap={10} padding="10px 0">
      {charts.map((name) => row(name, false))}
      {isWaiting && (
        <Stack
          gap={24}
          padding="16px var(--page-pad)"
          background="var(--surface)"
          className={css.waiting}
          aria-hidden="true"
        >
          {skeletons.map((each) => (
            <Skeleton key={each} width={160} height={14} still />
          ))}
        </Stack>
      )}
      <Stack className={css.strips}>
        {changed.map((name) => row(name, true))}
        <Fold
          title={texts.unchanged(flat.length + quiet.length)}
          items={[
            ...flat.map((name) => [name.name, newestOf(name)] as const),
            ...quiet.map(({ name, word }) => [name.name, word] as const),
          ]}
        >
          {flat.map((name) => row(name, false))}
          {quiet.map(({ name }) => row(name, true))}
        </Fold>
        <Fold title={texts.withoutData(withoutData.length)} items={withoutData.map(({ name }) => [name, ''] as const)}>
          {withoutData.map((name) => row(name, false))}
        </Fold>
      </Stack>
    </Stack>
  );
};
