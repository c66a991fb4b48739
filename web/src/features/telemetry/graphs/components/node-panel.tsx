import type { F500Node } from '@tocsin/contract/graphs';
import { searchText } from '@tocsin/contract/search-text';
import { texts } from '@tocsin/contract/texts/graphs';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Grid, Row, Stack, Text } from '../../../../ui/layout.tsx';
import { SearchBox } from '../../../../ui/search-box.tsx';
import type { ArrangeAction } from '../queries.ts';
import css from './node-panel.module.css';

interface Props {
  readonly nodes: readonly F500Node[];
  readonly onArrange: (action: ArrangeAction) => void;
  readonly busy: boolean;
}

/** The nodes of an F500 with their sensors. Selected ones have a graph; the selection is stored per user and device. */
export const NodePanel = ({ nodes, onArrange, busy }: Props) => {
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<ReadonlyMap<number, boolean>>(new Map());
  const query = searchText(text.trim());
  const matches = nodes.filter((node) =>
    [node.formatted_number, node.name, ...node.sensors.map((sensor) => sensor.name)].some((word) =>
      searchText(word).includes(query),
    ),
  );
  const chosen = nodes.some((node) => node.sensors.some((sensor) => sensor.selected));
  return (
    <Stack
      as="aside"
      grows
      position="sticky"
      alignSelf="start"
      borderRight="1px solid var(--line)"
      background="var(--surface)"
      className={css.panel}
      aria-label={texts.nodes}
    >
      <Grid columns="minmax(0, 1fr)" gap={8} padding={12} borderBottom="1px solid var(--line)" className={css.head}>
        <h2>{texts.nodes}</h2>
        <SearchBox value={text} onChange={setText} placeholder={texts.findSensor} />
        <Button size="bar" disabled={!chosen || busy} onClick={() => onArrange({ action: 'clean' })}>
          {texts.clean}
        </Button>
      </Grid>
      <Text as="ul" flex={1} padding="4px 12px" overflowY="auto" className={css.list}>
        {matches.map((node) => {
          const selected = node.sensors.filter((sensor) => sensor.selected).length;
          const all = selected === node.sensors.length && selected > 0;
          const isOpen = opened.get(node.number) ?? (selected > 0 && !all);
          const sensors = `node-${node.number}-sensors`;
          return (
            <li key={node.number}>
              <Row justify="space-between" gap={4} className={css.node}>
                <Checkbox
                  checked={all}
                  indeterminate={selected > 0 && !all}
                  disabled={busy}
                  onChange={() => onArrange({ action: all ? 'delete' : 'append', node: String(node.number) })}
                >
                  <Text as="b" weight={600}>
                    {node.formatted_number}
                  </Text>{' '}
                  {node.name}
                </Checkbox>
                <IconButton
                  icon={isOpen ? 'down' : 'right'}
                  size={14}
                  label={texts.sensorsOf(node.formatted_number)}
                  aria-expanded={isOpen}
                  aria-controls={sensors}
                  onClick={() => setOpened(new Map(opened).set(node.number, !isOpen))}
                />
              </Row>
              {isOpen && (
                <div id={sensors}>
                  {node.sensors.map((sensor) => (
                    <Checkbox
                      key={sensor.id}
                      className={css.sensor ?? ''}
                      checked={sensor.selected}
                      disabled={busy}
                      onChange={() =>
                        onArrange({
                          action: sensor.selected ? 'delete' : 'append',
                          node: String(node.number),
                          sensor: sensor.id,
                        })
                      }
                    >
                      {sensor.name}
                    </Checkbox>
                  ))}
                </div>
              )}
            </li>
          );
        })}
      </Text>
    </Stack>
  );
};
