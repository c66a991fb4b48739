import { type Timescale, timescales } from '@tocsin/contract/graphs';
import { texts } from '@tocsin/contract/texts/graphs';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Row, Text } from '../../../../ui/layout.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import { usePageTitle } from '../../../../ui/tab-sign.ts';
import type { GraphName } from '../queries.ts';
import css from './graph-head.module.css';
import { SensorPicker } from './sensor-picker.tsx';

export type ZoneChoice = 'site' | 'utc' | 'browser';

interface Props {
  readonly title: string;
  readonly current: Timescale | 'custom';
  readonly onScale: (scale: Timescale | 'custom') => void;
  /** The range picker. */
  readonly range: ReactNode;
  /** The sensors to choose from; undefined while they are loading. */
  readonly all: readonly GraphName[] | undefined;
  readonly hidden: ReadonlySet<string>;
  readonly onHidden: (hidden: ReadonlySet<string>) => void;
  readonly isPacked: boolean;
  readonly onPacked: (isPacked: boolean) => void;
  /** On a phone: whether range and options are shown, and how to change that; elsewhere null. */
  readonly options: { readonly isOpen: boolean; readonly onOpen: (isOpen: boolean) => void } | null;
  readonly single: boolean;
  readonly onAll: () => void;
  readonly onExport: (() => void) | undefined;
  readonly children?: ReactNode;
}

const scales = [
  ...timescales.map((key) => ({ key, label: texts.scales[key] })),
  { key: 'custom' as const, label: texts.custom },
];
const zones: readonly ZoneChoice[] = ['site', 'utc', 'browser'];

interface ZoneProps {
  readonly value: ZoneChoice;
  readonly onChange: (zone: ZoneChoice) => void;
}

/** The zone in which times are shown. */
export const ZoneSelect = ({ value, onChange }: ZoneProps) => (
  <Select
    aria-label={texts.zone}
    value={value}
    onChange={onChange}
    popupMatchSelectWidth={false}
    options={zones.map((zone) => ({ value: zone, label: texts.zones[zone] }))}
  />
);

export const GraphHead = (props: Props) => {
  usePageTitle(`${props.title} - ${texts.page}`);
  return (
    <Row
      as="header"
      wrap
      gap="8px 12px"
      minHeight={48}
      padding="8px var(--page-pad)"
      borderBottom="1px solid var(--line)"
      background="var(--surface)"
      className={css.head}
    >
      <Text as="h1" maxWidth="100%" overflow="hidden" textOverflow="ellipsis">
        <span className={css.scope}>
          <Icon name="device" size={16} /> {props.title}
        </span>
      </Text>
      {props.options !== null && (
        <Button
          icon="sliders"
          aria-expanded={props.options.isOpen}
          onClick={() => props.options?.onOpen(!props.options.isOpen)}
        >
          {texts.packed.options}
        </Button>
      )}
      {props.options?.isOpen !== false && <Controls {...props} />}
    </Row>
  );
};

/** What the graphs show and how. */
const Controls = (props: Props) => (
  <>
    <Segments label={texts.timescale} items={scales} current={props.current} onPick={props.onScale} />
    {props.range}
    {props.single && (
      <Button look="quiet" icon="left" onClick={props.onAll}>
        {texts.all}
      </Button>
    )}
    <Row wrap gap={8} marginLeft="auto" className={css.tools}>
      {!props.single && props.all === undefined && (
        <Button disabled>
          <Skeleton width={140} height={14} />
        </Button>
      )}
      {!props.single && props.all !== undefined && props.all.length > 0 && <SensorPicker {...props} all={props.all} />}
      {props.onExport && (
        <Button icon="download" onClick={props.onExport}>
          {texts.exportCsv}
        </Button>
      )}
      {props.children}
    </Row>
  </>
);
