import { useQuery } from '@tanstack/react-query';
import type { PayloadKind, PayloadMap, timeUnits } from '@tocsin/contract/payload-map';
import { longestTopic } from '@tocsin/contract/payload-map-path';
import type { Sample } from '@tocsin/contract/payload-maps';
import { texts as t } from '@tocsin/contract/texts/payload-maps';
import { Input, InputNumber, Select } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { Fold } from '../../ui/fold.tsx';
import { Labelled } from '../../ui/labelled.tsx';
import { Grid, Note, Text } from '../../ui/layout.tsx';
import { searchByLabel } from '../../ui/search-by-label.ts';
import { useTablet } from '../../ui/use-media.ts';
import { canBeTime, type Leaf, leavesOf, pressedIn, problemsOf, timedBy, treeOf, withTopic } from './model.ts';
import { Preview } from './preview.tsx';
import { triedQuery } from './queries.ts';
import { SampleMessage } from './sample-message.tsx';
import { ValueRows } from './value-rows.tsx';

interface Props {
  readonly map: PayloadMap;
  readonly onChange: (map: PayloadMap) => void;
  readonly samples: readonly Sample[];
  readonly onPaste?: (sample: Sample) => void;
  /** Above the values: what the device is. */
  readonly children?: ReactNode;
}

const units: readonly (typeof timeUnits)[number][] = ['iso', 'ms', 's', 'us', 'ns'];
const mostTried = 20;

/** Where device and time come from, and what holds for all values. */
const General = ({ map, leaves, onChange }: Pick<Props, 'map' | 'onChange'> & { readonly leaves: readonly Leaf[] }) => {
  const [kind] = map.kinds;
  if (!kind) return null;
  const change = (patch: Partial<PayloadKind>): void =>
    onChange({ ...map, kinds: [{ ...kind, ...patch }, ...map.kinds.slice(1)] });
  const set = (first: PayloadKind): void => onChange({ ...map, kinds: [first, ...map.kinds.slice(1)] });
  const pathsOf = (some: readonly Leaf[], own: string | undefined) => {
    const paths = some.map(({ path, value }) => ({ value: path, label: `${path}: ${String(value)}` }));
    return own === undefined || paths.some(({ value }) => value === own)
      ? paths
      : [{ value: own, label: own }, ...paths];
  };
  const setDevice = (path: string): void => {
    const { device: _, ...rest } = kind;
    set(path === '' ? rest : { ...rest, device: path });
  };
  return (
    <>
      <Grid columns="repeat(auto-fit, minmax(170px, 1fr))" gap={8}>
        <Labelled label={t.device}>
          <Select
            value={kind.device ?? ''}
            showSearch={searchByLabel}
            options={[{ value: '', label: t.credential }, ...pathsOf(leaves, kind.device)]}
            onChange={setDevice}
          />
        </Labelled>
        <Labelled label={t.time}>
          <Select
            value={kind.time?.path ?? ''}
            showSearch={searchByLabel}
            options={[{ value: '', label: t.arrival }, ...pathsOf(leaves.filter(canBeTime), kind.time?.path)]}
            onChange={(path) =>
              set(
                timedBy(
                  kind,
                  path,
                  leaves.find((leaf) => leaf.path === path),
                ),
              )
            }
          />
        </Labelled>
      </Grid>
      <Labelled label={t.topics}>
        <Input
          value={kind.topic ?? ''}
          maxLength={longestTopic}
          spellCheck={false}
          onChange={({ target }) => set(withTopic(kind, target.value || undefined))}
        />
      </Labelled>
      <Note>{t.topicsAbout}</Note>
      <Fold title={t.timesMore}>
        <Grid columns="repeat(auto-fit, minmax(170px, 1fr))" gap={8}>
          {kind.time && (
            <Labelled label={t.unit}>
              <Select
                value={kind.time.unit}
                options={units.map((value) => ({ value, label: t.units[value] }))}
                onChange={(unit) => kind.time && change({ time: { ...kind.time, unit } })}
              />
            </Labelled>
          )}
          {kind.time?.unit === 'iso' && (
            <Labelled label={t.zone}>
              <Input
                value={map.zone ?? ''}
                spellCheck={false}
                onChange={({ target }) => {
                  const { zone: _, ...rest } = map;
                  onChange(target.value === '' ? rest : { ...rest, zone: target.value });
                }}
              />
            </Labelled>
          )}
          <Labelled label={t.missing}>
            <Select
              value={map.missing}
              options={(['keep', 'none'] as const).map((value) => ({ value, label: t.missings[value] }))}
              onChange={(missing) => onChange({ ...map, missing })}
            />
          </Labelled>
          <Labelled label={`${t.interval} (${t.seconds})`}>
            <InputNumber
              value={map.report_interval_s ?? null}
              min={1}
              max={86_400}
              precision={0}
              title={t.intervalAbout}
              onChange={(seconds) => {
                const { report_interval_s: _, ...rest } = map;
                onChange(seconds === null ? rest : { ...rest, report_interval_s: seconds });
              }}
            />
          </Labelled>
        </Grid>
      </Fold>
    </>
  );
};

/** Message, meaning and result side by side; each change reads the messages again. */
export const MapEditor = ({ map, onChange, samples, onPaste, children }: Props) => {
  const [at, setAt] = useState(samples.length - 1);
  const index = Math.max(0, Math.min(at, samples.length - 1));
  const sample = samples[index];
  const lines = sample ? treeOf(sample.body) : [];
  const leaves = leavesOf(lines ?? []);
  const rows = map.kinds[0]?.values ?? [];
  const problems = problemsOf(map);
  const tried = useDeferredValue(map);
  const given = samples.filter(({ body }) => body.trim() !== '').slice(-mostTried);
  const isTried = problemsOf(tried).size === 0 && given.length > 0;
  const { data } = useQuery({ ...triedQuery(tried, given), enabled: isTried });
  const isSmall = useTablet();
  const [kind, ...others] = map.kinds;
  const setRows = (values: readonly PayloadKind['values'][number][]): void => {
    if (kind) onChange({ ...map, kinds: [{ ...kind, values: [...values] }, ...others] });
  };
  return (
    <Grid
      columns={isSmall ? 'minmax(0, 1fr)' : 'minmax(0, 5fr) minmax(0, 8fr) minmax(0, 5fr)'}
      gap={12}
      align="start"
      padding="0 var(--page-pad)"
    >
      <SampleMessage
        samples={samples}
        index={index}
        onIndex={setAt}
        {...(onPaste ? { onPaste } : {})}
        isJson={lines !== null}
        lines={lines ?? []}
        rowOf={(path) => {
          const row = rows.findIndex((one) => one.path === path);
          return row < 0 ? undefined : row;
        }}
        onPress={(leaf) => kind && onChange({ ...map, kinds: [pressedIn(kind, leaf), ...others] })}
        timePath={kind?.time?.path}
      />
      <ValueRows rows={rows} problems={problems} onChange={setRows} above={children}>
        <General map={map} leaves={leaves} onChange={onChange} />
        {rows.length > 0 && problems.get('') && (
          <Text tone="alarm" size={12} line={16} role="alert">
            {problems.get('')}
          </Text>
        )}
      </ValueRows>
      <Preview tried={isTried ? data : undefined} index={Math.max(0, given.length - (samples.length - index))} />
    </Grid>
  );
};
