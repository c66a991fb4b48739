import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Device } from '@tocsin/contract/devices';
import { endpoints, type WarningRow } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/payload-maps';
import { Checkbox, InputNumber } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { streamRehearsal } from '../../domain/rehearsal/stream.ts';
import { allWarningsQuery, rowOf } from '../../domain/warning-rules.ts';
import { useDeviceStore } from '../../live/use-reading.ts';
import { Button } from '../../ui/button.tsx';
import { Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { errorText, useAction } from '../../ui/use-action.ts';
import { unitText, valueText } from '../../ui/value.ts';
import { type Proposed, proposedLimit, quietProposals, unproposed, whyNone } from './model.ts';
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

/** What rules would have done in the last day. */
const runsOf = async (device: number, results: readonly WarningRow[], signal: AbortSignal) =>
  (await streamRehearsal(device, { results: [...results], days: 1 }, () => {}, signal)).rules.map(({ after }) => after);

interface Proposal {
  readonly rows: readonly Proposed[];
  readonly none: ReturnType<typeof unproposed>;
  /** Nothing more is to be expected. */
  readonly isWhole: boolean;
  /** Why nothing could be tried. */
  readonly failure: string | null;
}
const nothingYet: Proposal = { rows: [], none: [], isWhole: false, failure: null };

interface Props {
  readonly device: Device;
  readonly paths: readonly string[];
  /** Sensors that have a rule; undefined: not loaded. */
  readonly ruled: ReadonlySet<string> | undefined;
  /** Proposes unasked, as for a device without any rule. */
  readonly isNew: boolean;
  /** The curves have what came before the page was opened. */
  readonly isSeeded: boolean;
  /** Further buttons; `isNext`: nothing else on the page is the next step. */
  readonly children: (isNext: boolean) => ReactNode;
}

/** Up to three rules from what the sensors have shown so far, each with what it would have done since. */
export const FirstRules = ({ device, paths, ruled, isNew, isSeeded, children }: Props) => {
  const store = useDeviceStore();
  const queries = useQueryClient();
  const [state, setState] = useState<'open' | 'asked' | 'done'>('open');
  /** Ticked or not by the person; else a rule is ticked that would not have warned. */
  const [picked, setPicked] = useState<ReadonlyMap<string, boolean>>(new Map());
  const pick = (path: string, isOn: boolean): void => setPicked(new Map([...picked, [path, isOn]]));
  const [limits, setLimits] = useState<ReadonlyMap<string, number>>(new Map());
  const mayEdit = device.permissions?.includes('device.edit') === true;
  const isShown =
    mayEdit && ruled !== undefined && (state === 'asked' || (state === 'open' && (isNew || ruled.size === 0)));
  const queryKey = ['first-rules', device.id, [...(ruled ?? [])]];
  const proposal = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Proposal> => {
      // What was proposed stays, so that no limit moves under a hand.
      const before = queries.getQueryData<Proposal>(queryKey) ?? nothingYet;
      try {
        const polling = device.type.enters === 'modbus' ? await queries.fetchQuery(modbusQuery(device.id)) : null;
        const since = Date.parse(polling?.statistics?.since ?? '') || 0;
        const sensors = paths.flatMap((path) => {
          const reading = store.reading(path);
          if (!reading || before.rows.some(({ row }) => row.sensor_id === path)) return [];
          return [{ ...reading, isRuled: ruled?.has(path) ?? false, points: store.ring(path).read() }];
        });
        const fresh = sensors.flatMap((sensor): Omit<Proposed, 'run'>[] => {
          const { path, name, unit } = sensor;
          const value = whyNone(sensor, since) === 'next' ? proposedLimit(sensor.points, unit, since) : null;
          return value === null
            ? []
            : [{ row: { sensor_id: path, sign: '>', value, delay_seconds: delaySeconds }, name, unit }];
        });
        const room = fresh.slice(0, mostRules - before.rows.length);
        const tried = await quietProposals(room, (rows) => runsOf(device.id, rows, signal));
        const rows = [...before.rows, ...tried];
        const rest = sensors.filter(({ path }) => !tried.some(({ row }) => row.sensor_id === path));
        const none = unproposed(rest, since);
        const isWhole = rows.length === mostRules || none.every(({ why }) => why !== 'tooFew' && why !== 'noLimit');
        return { rows, none, isWhole, failure: null };
      } catch (error) {
        signal.throwIfAborted();
        return { ...before, failure: `${t.failed} ${errorText(error)}` };
      }
    },
    enabled: isShown && isSeeded,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.isWhole ? false : askAgainMs),
  });
  const { rows, none, failure: untried } = (isShown && proposal.data) || nothingYet;
  const proposed = rows.map((one) => ({
    ...one,
    row: { ...one.row, value: limits.get(one.row.sensor_id) ?? one.row.value },
  }));
  const trial = useQuery({
    queryKey: ['tried-rules', device.id, proposed.map(({ row }) => [row.sensor_id, row.value])],
    queryFn: async ({ signal }) => {
      await new Promise((done) => setTimeout(done, typingMs));
      signal.throwIfAborted();
      return await runsOf(
        device.id,
        proposed.map(({ row }) => row),
        signal,
      );
    },
    enabled: limits.size > 0,
    retry: false,
  });
  const isOn = ({ row, run }: Proposed): boolean => picked.get(row.sensor_id) ?? run.count === 0;
  const on = proposed.filter(isOn);
  const saving = useAction(
    async () => {
      const { results, version } = await queries.fetchQuery(allWarningsQuery(device.id));
      const body = { results: [...results.map(rowOf), ...on.map(({ row }) => row)], version };
      await call(endpoints.saveWarnings, { params: { id: device.id }, body });
    },
    { fails: 'here', toast: t.saved, refetches: [['all-warnings', device.id]], onDone: () => setState('done') },
  );
  const failure = untried ?? trial.error?.message ?? saving.failure;
  return (
    <Stack gap={8}>
      {isShown && <h3>{t.rules}</h3>}
      {failure && <Notice tone="warning">{failure}</Notice>}
      {isShown && !proposal.data && <Note role="status">{t.looking}</Note>}
      {proposed.map((one, i) => {
        const { row, name, unit } = one;
        const run = limits.has(row.sensor_id) ? trial.data?.[i] : one.run;
        const nearest = run?.count === 0 ? run.nearest_miss : null;
        return (
          <Row key={row.sensor_id} gap={8} wrap>
            <Checkbox checked={isOn(one)} onChange={({ target }) => pick(row.sensor_id, target.checked)}>
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
      <Row gap="4px 8px" wrap>
        {none.map(({ why, names, soFar }) => {
          const others = names.length > mostNamed ? ` ${t.others(names.length - mostNamed)}` : '';
          const named = names.slice(0, mostNamed).join(', ') + others;
          return <Note key={why}>{t.none[why](named, soFar, names.length)}</Note>;
        })}
      </Row>
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
