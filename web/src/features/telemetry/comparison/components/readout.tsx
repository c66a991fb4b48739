import { Link } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/graphs';
import { useSyncExternalStore } from 'react';
import { IconButton } from '../../../../ui/button.tsx';
import type { ChartGroup } from '../../../../ui/chart/chart-group.ts';
import { strokeOf } from '../../../../ui/chart/chart-lines.ts';
import { Stack, Text } from '../../../../ui/layout.tsx';
import { ListTable } from '../../../../ui/list-table.tsx';
import { StatusTag } from '../../../../ui/status-tag.tsx';
import { usePalette } from '../../../../ui/theme.ts';
import { dayClockText, zoneText } from '../../../../ui/time.ts';
import { type Shown, useExtent, useValue } from '../../graphs/components/legend.tsx';
import type { ComparedSeries } from '../queries.ts';
import css from './readout.module.css';

const t = texts.comparison;
const noWarnings: readonly [] = [];

interface LineProps {
  readonly name: string;
  readonly stroke: number;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

/** A sample of a sensor's line; a press hides or shows the line. */
const LineSample = ({ name, stroke, isShown, onToggle }: LineProps) => {
  const { colour, dash } = strokeOf(stroke, usePalette());
  return (
    <Stack
      type="button"
      as="button"
      placeItems="center"
      minWidth={44}
      minHeight={32}
      border="1px solid transparent"
      borderRadius={6}
      className={css.line}
      aria-pressed={isShown}
      aria-label={t.show(name)}
      onClick={onToggle}
    >
      <svg width="32" height="8" aria-hidden="true">
        <line x1="0" y1="4" x2="32" y2="4" stroke={colour} strokeWidth="2" strokeDasharray={dash.join(' ')} />
      </svg>
    </Stack>
  );
};

interface CellProps {
  readonly one: ComparedSeries;
  readonly group: ChartGroup;
  readonly shownRange: Shown;
}

const Value = ({ one, group, shownRange }: CellProps) => {
  const at = useValue(one, group, noWarnings, shownRange);
  return (
    <Text minWidth={90} fontVariantNumeric="tabular-nums" display="inline-block">
      <b>{at.text}</b> {at.unit}
    </Text>
  );
};

const State = ({ one, group, shownRange }: CellProps) => {
  const at = useValue(one, group, noWarnings, shownRange);
  return (
    <span>
      <StatusTag severity={at.severity} />
      {at.severity !== 'no-data' && at.state !== at.text && at.state !== 'OK' && (
        <Text as="small" marginLeft={8} tone="quiet">
          {at.state}
        </Text>
      )}
    </span>
  );
};

const Span = ({ one, group, shownRange }: CellProps) => {
  const at = useValue(one, group, noWarnings, shownRange);
  const lowHigh = useExtent(one, group);
  return <span>{at.slot?.[1] || lowHigh}</span>;
};

interface Props {
  readonly series: readonly ComparedSeries[];
  readonly group: ChartGroup;
  readonly shownRange: Shown;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (path: string) => void;
  readonly onRemove: (path: string) => void;
}

/** The values of all sensors at the cursor, or the newest ones without a cursor. */
export const Readout = ({ series, group, shownRange, hidden, onToggle, onRemove }: Props) => {
  const { zone } = shownRange;
  const cursor = useSyncExternalStore(group.onCursor, group.cursor);
  const title = cursor === null ? t.newest : t.at(`${dayClockText(cursor, zone)} ${zoneText(cursor, zone)}`);
  const cell = (one: ComparedSeries): CellProps => ({ one, group, shownRange });
  return (
    <Text as="section" padding="12px 0 24px" aria-label={t.values}>
      <Text as="h2" marginBottom={8} padding="0 var(--page-pad)" size={16} fontVariantNumeric="tabular-nums">
        {title}
      </Text>
      <ListTable<ComparedSeries>
        caption={t.values}
        rows={series}
        rowKey={({ path }) => path}
        columns={[
          {
            title: t.columns.shown,
            key: 'shown',
            render: (_, { name, path }, index) => (
              <LineSample name={name} stroke={index} isShown={!hidden.has(path)} onToggle={() => onToggle(path)} />
            ),
          },
          {
            title: t.columns.sensor,
            key: 'sensor',
            render: (_, { path, name }) => (
              <Link to="/graphs/$sensorId" params={{ sensorId: path }}>
                {name}
              </Link>
            ),
          },
          { title: t.columns.device, dataIndex: 'deviceName' },
          { title: t.columns.value, key: 'value', render: (_, one) => <Value {...cell(one)} /> },
          { title: t.columns.state, key: 'state', render: (_, one) => <State {...cell(one)} /> },
          { title: t.columns.span, key: 'span', render: (_, one) => <Span {...cell(one)} /> },
          {
            title: '',
            key: 'remove',
            render: (_, { name, path, deviceName }) => (
              <IconButton
                icon="close"
                size={16}
                label={t.remove(`${name}, ${deviceName}`)}
                onClick={() => onRemove(path)}
              />
            ),
          },
        ]}
        empty={t.noData}
      />
    </Text>
  );
};
