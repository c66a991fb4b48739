import { texts } from '@tocsin/contract/texts/dashboard';
import { useMemo, useState } from 'react';
import type { Device } from '../../../../domain/plant.ts';
import { useDerived } from '../../../../live/use-derived.ts';
import { useHead } from '../../../../live/use-reading.ts';
import { Fold } from '../../../../ui/fold.tsx';
import { Grid, Note, Row, Stack, Text } from '../../../../ui/layout.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { usePhone } from '../../../../ui/use-media.ts';
import { useLimits } from '../../use-limits.ts';
import type { Mode } from '../mode.ts';
import type { Filter } from '../model.ts';
import {
  type Counts,
  countNodes,
  counts,
  filtered,
  type NodeState,
  namesInTiles,
  nodeStates,
  temperatureUnits,
  troubled,
  worstOfNodes,
} from '../nodes.ts';
import { toSection, Waiting } from './group-sections.tsx';
import css from './node-grid.module.css';
import { NodeTile } from './node-tile.tsx';
import { type Chip, Strip } from './strip.tsx';
import { Toolbar } from './toolbar.tsx';
import { TroubleCard } from './trouble-card.tsx';

/** Maximum number of cards above the grid: more would push the nodes off the screen; the filter shows all. */
const maxTrouble = 8;
/** Cards above the nodes of a phone that leave space for some of them. */
const mostAbove = 3;

const useNodes = (): readonly NodeState[] => {
  const text = useDerived((store, now) => {
    const head = store.device();
    return head === null ? '[]' : JSON.stringify(nodeStates(store, head, now));
  });
  return useMemo(() => JSON.parse(text) as readonly NodeState[], [text]);
};

const chipsOf = (nodes: readonly NodeState[]): readonly Chip[] => {
  const count = countNodes(nodes);
  return (['alarm', 'warning', 'lost', 'other', 'ok'] as const)
    .filter((key) => count[key] > 0)
    .map((key) => ({
      key,
      label: texts.nodeCounts[key](count[key]),
      text: '',
      severity: key === 'other' ? 'no-data' : key,
    }));
};

/** The dashboard of devices with nodes, F500 and F500-UDF: 64 nodes fit on a desktop screen. */
export const NodeGrid = ({
  device,
  zone,
  mode,
}: {
  readonly device: Device;
  readonly zone: string;
  readonly mode: Mode;
}) => {
  const head = useHead();
  const phone = usePhone();
  const [filter, setFilter] = useState<Filter>('active');
  const limits = useLimits(device.id);
  const nodes = useNodes();
  const units = useDerived((store) => temperatureUnits(store.all().values()));
  const names = useDerived((store) => namesInTiles(nodes, (path) => store.reading(path)?.name).join('; '));
  const left = filtered(nodes, filter);
  const trouble = troubled(nodes);
  // A phone shows what is not normal before 32 rows of what is, and folds those where that fills its screen.
  const isFolded = phone && trouble.length > mostAbove;
  const sensors = nodes.reduce((sum, node) => sum + node.paths.length, 0);
  const tiles = (
    <Grid columns="repeat(8, minmax(0, 1fr))" gap={8} className={css.tiles}>
      {left.map((node) => (
        <NodeTile
          key={node.id}
          number={node.number}
          name={node.name}
          pathsText={node.paths.join(' ')}
          worst={node.worst}
          zone={zone}
        />
      ))}
    </Grid>
  );
  return (
    <>
      <Strip
        device={device}
        worst={worstOfNodes(nodes, head?.online !== false)}
        about={nodes.length > 0 ? [`${nodes.length} nodes, ${sensors} sensors`] : []}
        chips={chipsOf(nodes)}
        onChip={(key) => {
          const first = nodes.find((node) => counts(key as keyof Counts, node));
          toSection(key === 'ok' || first === undefined ? 'nodes' : `node-${first.number}`);
        }}
        sign={mode.sign}
      />
      {mode.notices}
      <Toolbar
        tabs={mode.tabs}
        current={mode.current}
        nodes
        filter={filter}
        onFilter={setFilter}
        alarmedFirst={false}
        hidden={0}
      >
        {mode.tools}
      </Toolbar>
      {head !== null && nodes.length === 0 && <Empty icon="device" title={texts.nothing} />}
      <Stack gap={12} padding="10px var(--page-pad) 10px" className={css.board}>
        {trouble.length > 0 && (
          <section aria-label={texts.notNormal}>
            <Row as="h2" align="baseline" gap={8} height={20} marginBottom={6} tone="quiet" whiteSpace="nowrap">
              {texts.notNormal}{' '}
              <Text as="small" tone="faint" size={12} weight={450}>
                {texts.worstFirst(trouble.length)}
              </Text>
            </Row>
            <Grid columns="repeat(auto-fill, minmax(270px, 1fr))" gap="var(--grid-gap)" className={css.trouble}>
              {trouble.slice(0, phone ? 64 : maxTrouble).map((node) => (
                <TroubleCard
                  key={node.id}
                  number={node.number}
                  name={node.name}
                  pathsText={node.paths.join(' ')}
                  path={node.worstPath ?? ''}
                  severity={node.worst}
                  zone={zone}
                  limit={limits.get(node.worstPath ?? '') ?? null}
                />
              ))}
            </Grid>
          </section>
        )}
        {nodes.length > 0 && (
          <section id="nodes" aria-label={texts.nodes[filter]}>
            {!isFolded && (
              <Row as="h2" align="baseline" gap={8} height={20} marginBottom={6} tone="quiet" whiteSpace="nowrap">
                {texts.nodes[filter]}{' '}
                <Text as="small" tone="faint" size={12} weight={450}>
                  {texts.inOrder}
                </Text>
                <Row as="span" gap={16} marginLeft="auto" align="stretch" className={css.legend}>
                  {[...(units === '' ? [] : [texts.temperatures(units)]), ...texts.legend].map((text) => (
                    <Text as="small" tone="faint" size={12} weight={450} key={text}>
                      {text}
                    </Text>
                  ))}
                </Row>
              </Row>
            )}
            {!isFolded && names !== '' && <Note marginBottom={6}>{texts.inTile(names)}</Note>}
            {left.length === 0 && <Empty title={texts.nothingLeft} />}
            {isFolded ? <Fold title={`${texts.nodes[filter]} (${left.length})`}>{tiles}</Fold> : tiles}
          </section>
        )}
      </Stack>
      {head === null && <Waiting />}
    </>
  );
};
