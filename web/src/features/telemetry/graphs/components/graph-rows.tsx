import { texts } from '@tocsin/contract/texts/graphs';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Icon } from '../../../../ui/icon.tsx';
import { Row, Stack, Text } from '../../../../ui/layout.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import type { Graph, GraphLoader } from '../loader.ts';
import type { GraphName } from '../queries.ts';
import { isUnchanged } from '../row-order.ts';
import { useGraphsWithData } from '../use-graphs-with-data.ts';
import { useGraphs, useWatchAll } from '../values/use-all-series.ts';
import css from './graph-rows.module.css';

interface Props {
  readonly loader: GraphLoader;
  /** In the order of the page: graphs of numbers, then strips of states. */
  readonly names: readonly GraphName[];
  /** The page shows one sensor only: a line chart, whatever it measures. */
  readonly isSingle: boolean;
  readonly row: (name: GraphName, isStrip: boolean) => ReactNode;
}

/** Maximum number of names listed in the row of collapsed graphs. */
const maxNamed = 6;
const skeletons = [1, 2, 3] as const;

const isQuiet = ({ state, series }: Graph): boolean =>
  state === 'ready' && series.length > 0 && series.every(({ columns }) => isUnchanged(columns));

/**
 * Splits names into quiet ones and the others; `isQuietAt` says of each whether it is quiet, or undefined while that is
 * unknown. One that was once not quiet stays with the others, so that no row moves while the user reads.
 */
const useSplit = (names: readonly GraphName[], isQuietAt: (name: GraphName, index: number) => boolean | undefined) => {
  const active = useRef(new Set<string>());
  const quiet: GraphName[] = [];
  const others: GraphName[] = [];
  for (const [index, name] of names.entries()) {
    const isQuietNow = isQuietAt(name, index);
    if (isQuietNow === false) active.current.add(name.path);
    (isQuietNow !== true || active.current.has(name.path) ? others : quiet).push(name);
  }
  return { quiet, others };
};

interface FoldProps {
  readonly title: string;
  readonly names: readonly GraphName[];
  readonly children: ReactNode;
}

/** A collapsed row for several graphs. */
const Fold = ({ title, names, children }: FoldProps) => {
  const [isOpen, setOpen] = useState(false);
  if (names.length === 0) return null;
  const named = names.slice(0, maxNamed).map(({ name }) => name);
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
          {isOpen ? '' : texts.unchangedOf(named, names.length - named.length)}
        </Row>
      </Text>
      {isOpen && children}
    </>
  );
};

type PartProps = Pick<Props, 'loader' | 'names' | 'row'>;

/** Strips of sensors whose state changed; the others are in one collapsed row. */
const Strips = ({ loader, names, row, isFirst }: PartProps & { readonly isFirst: boolean }) => {
  const paths = useMemo(() => names.map(({ path }) => path), [names]);
  useWatchAll(loader, paths, isFirst);
  const graphs = useGraphs(loader, paths);
  const { quiet, others } = useSplit(names, (_, index) => {
    const graph = graphs[index];
    return graph?.state === 'waiting' ? undefined : graph !== undefined && isQuiet(graph);
  });
  if (graphs.some(({ state }) => state === 'waiting'))
    return (
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
    );
  return (
    <Stack className={css.strips}>
      {others.map((name) => row(name, true))}
      <Fold title={texts.unchanged(quiet.length)} names={quiet}>
        {quiet.map((name) => row(name, true))}
      </Fold>
    </Stack>
  );
};

/** Graphs of numbers; those without data are in one collapsed row. */
const Charts = ({ loader, names, row }: PartProps) => {
  const having = useGraphsWithData(loader);
  const { quiet, others } = useSplit(names, ({ path }) => having && !having.has(path));
  return (
    <>
      {others.map((name) => row(name, false))}
      <Fold title={texts.withoutData(quiet.length)} names={quiet}>
        {quiet.map((name) => row(name, false))}
      </Fold>
    </>
  );
};

/** The graphs of a device: charts, then strips. Charts without data and strips without changes are collapsed. */
export const GraphRows = ({ loader, names, isSingle, row }: Props) => {
  const [charts, strips] = useMemo(
    () => [names.filter(({ isState }) => isState !== true), names.filter(({ isState }) => isState === true)],
    [names],
  );
  if (isSingle)
    return (
      <Stack gap={10} padding="10px 0">
        {names.map((name) => row(name, false))}
      </Stack>
    );
  return (
    <Stack gap={10} padding="10px 0">
      <Charts loader={loader} names={charts} row={row} />
      {strips.length > 0 && <Strips loader={loader} names={strips} row={row} isFirst={charts.length === 0} />}
    </Stack>
  );
};
