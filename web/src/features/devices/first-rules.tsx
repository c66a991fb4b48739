import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Device } from '@tocsin/contract/devices';
import { endpoints, type WarningRow } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/payload-maps';
import { Checkbox, InputNumber } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { streamRehearsal } from '../../domain/rehearsal/stream.ts';
import { allWarningsQuery, rowOf } from '../../domain/warning-rules.ts';
import type { Reading } from '../../live/device-store.ts';
import { useDeviceStore } from '../../live/use-reading.ts';
import { Button } from '../../ui/button.tsx';
import { Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { unitText, valueText } from '../../ui/value.ts';
import { proposedLimit, unfitFor, type WhyNone, whyNone } from './model.ts';
import { modbusQuery } from './queries.ts';

const t = texts.first;
const mostRules = 3;
const delaySeconds = 60;
/** A limit is tried once nobody has typed for this time. */
const typingMs = 600;
/** A young device is asked again this often, until its values are enough. */
const askAgainMs = 5_000;
const mostNamed = 3;
const notLoaded = '–';

/** Whether a limit fits the values of a sensor. */
export const takesLimit = (reading: Pick<Reading, 'type' | 'unit'>): boolean => unfitFor(reading) === null;

interface Proposed {
  readonly row: WarningRow;
  readonly name: string;
  readonly unit: string;
}

interface Proposal {
  readonly rows: readonly Proposed[];
  /** Names of the sensors without a proposal, by the reason. */
  readonly none: ReadonlyMap<WhyNone, readonly string[]>;
  /** Nothing more is to be expected. */
  readonly isWhole: boolean;
}

interface Props {
  readonly device: Device;
  readonly paths: readonly string[];
  /** Sensors that have a rule; undefined: not loaded. */
  readonly ruled: ReadonlySet<string> | undefined;
  /** Proposes unasked, as for a device without any rule. */
  readonly isNew: boolean;
  /** Further buttons; `isNext`: nothing else on the page is the next step. */
  readonly children: (isNext: boolean) => ReactNode;
}

/** Up to three rules from what the sensors have shown so far, each with what it would have done since. */
export const FirstRules = ({ device, paths, ruled, isNew, children }: Props) => {
  const store = useDeviceStore();
  const queries = useQueryClient();
  const [state, setState] = useState<'open' | 'asked' | 'done'>('open');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [limits, setLimits] = useState<ReadonlyMap<string, number>>(new Map());
  const mayEdit = device.permissions?.includes('device.edit') === true;
  const isShown =
    mayEdit && ruled !== undefined && (state === 'asked' || (state === 'open' && (isNew || ruled.size === 0)));
  const queryKey = ['first-rules', device.id, [...(ruled ?? [])]];
  const proposal = useQuery({
    queryKey,
    queryFn: async (): Promise<Proposal> => {
      // What was proposed stays, so that no limit moves under a hand.
      const known = queries.getQueryData<Proposal>(queryKey)?.rows ?? [];
      const polling = device.type.enters === 'modbus' ? await queries.fetchQuery(modbusQuery(device.id)) : null;
      const since = Date.parse(polling?.statistics?.since ?? '') || 0;
      const open = paths.filter((path) => {
        const reading = store.reading(path);
        return reading !== undefined && takesLimit(reading) && !ruled?.has(path);
      });
      const rows = open.flatMap((path): Proposed[] => {
        const before = known.find(({ row }) => row.sensor_id === path);
        if (before) return [before];
        const { name = path, unit = '' } = store.reading(path) ?? {};
        const value = proposedLimit(store.ring(path).read(), unit, since);
        return value === null
          ? []
          : [{ row: { sensor_id: path, sign: '>', value, delay_seconds: delaySeconds }, name, unit }];
      });
      const none = new Map<WhyNone, string[]>();
      for (const path of paths) {
        const reading = store.reading(path);
        const isProposed = rows.some(({ row }) => row.sensor_id === path);
        const why =
          reading && !isProposed ? whyNone(reading, ruled?.has(path) ?? false, store.ring(path).read(), since) : null;
        if (reading && why) none.set(why, [...(none.get(why) ?? []), reading.name]);
      }
      if (rows.length === 0 && none.size === 0) none.set('noNumber', []);
      return { rows: rows.slice(0, mostRules), none, isWhole: rows.length >= Math.min(mostRules, open.length) };
    },
    enabled: isShown,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.isWhole ? false : askAgainMs),
  });
  const proposed = (isShown ? (proposal.data?.rows ?? []) : []).map((one) => ({
    ...one,
    row: { ...one.row, value: limits.get(one.row.sensor_id) ?? one.row.value },
  }));
  const trial = useQuery({
    queryKey: ['tried-rules', device.id, proposed.map(({ row }) => [row.sensor_id, row.value])],
    queryFn: async ({ signal }) => {
      await new Promise((done) => setTimeout(done, typingMs));
      signal.throwIfAborted();
      const body = { results: proposed.map(({ row }) => row), days: 1 as const };
      return (await streamRehearsal(device.id, body, () => {}, signal)).rules.map(({ after }) => after);
    },
    enabled: proposed.length > 0,
    retry: false,
  });
  const on = proposed.filter(({ row }) => !left.has(row.sensor_id));
  const saving = useAction(
    async () => {
      const { results, version } = await queries.fetchQuery(allWarningsQuery(device.id));
      const body = { results: [...results.map(rowOf), ...on.map(({ row }) => row)], version };
      await call(endpoints.saveWarnings, { params: { id: device.id }, body });
    },
    { fails: 'here', toast: t.saved, refetches: [['all-warnings', device.id]], onDone: () => setState('done') },
  );
  const failure = proposal.error?.message ?? trial.error?.message ?? saving.failure;
  return (
    <Stack gap={8}>
      {isShown && <h3>{t.rules}</h3>}
      {failure && <Notice tone="warning">{failure}</Notice>}
      {isShown &&
        [...(proposal.data?.none ?? [])].map(([why, names]) => {
          const others = names.length > mostNamed ? ` ${t.others(names.length - mostNamed)}` : '';
          return <Note key={why}>{t.none[why](names.slice(0, mostNamed).join(', ') + others)}</Note>;
        })}
      {proposed.map(({ row, name, unit }, i) => {
        const run = trial.data?.[i];
        const nearest = run?.count === 0 ? run.nearest_miss : null;
        return (
          <Row key={row.sensor_id} gap={8} wrap>
            <Checkbox
              checked={!left.has(row.sensor_id)}
              onChange={({ target }) =>
                setLeft(new Set([...left, row.sensor_id].filter((path) => path !== row.sensor_id || !target.checked)))
              }
            >
              <Text weight={600}>{t.rule(name, valueText(row.value, unit))}</Text>{' '}
              <Text tone="quiet">
                {run ? t.since(run.count) : notLoaded} {nearest && t.nearest(valueText(nearest.value, unit))}
              </Text>
            </Checkbox>
            <InputNumber
              aria-label={t.limit(name)}
              value={row.value}
              suffix={unitText(unit)}
              onChange={(value) => value !== null && setLimits(new Map([...limits, [row.sensor_id, value]]))}
            />
          </Row>
        );
      })}
      <Row gap={8} wrap>
        {on.length > 0 && (
          <Button look="primary" busy={saving.busy} onClick={() => saving.run()}>
            {t.turnOn(on.length)}
          </Button>
        )}
        {mayEdit && ruled !== undefined && !isShown && <Button onClick={() => setState('asked')}>{t.rules}</Button>}
        {children(on.length === 0)}
      </Row>
    </Stack>
  );
};
