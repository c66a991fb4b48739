import { useQueryClient } from '@tanstack/react-query';
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
import { useAction } from '../../ui/use-action.ts';
import { unitText, valueText } from '../../ui/value.ts';
import { proposedLimit } from './model.ts';
import { modbusQuery } from './queries.ts';

const t = texts.first;
const mostRules = 3;
const delaySeconds = 60;
/** A number without a unit is a code or a count, and one of time a clock: no limit fits them. */
export const withoutLimit = new Set(['', 's', 'min', 'h', 'd']);

interface Tried {
  readonly row: WarningRow;
  readonly name: string;
  readonly unit: string;
  /** Warnings in the last day, or since the first frame; null: unknown for a limit that was changed. */
  readonly count: number | null;
}

interface Props {
  readonly device: Device;
  readonly paths: readonly string[];
  /** Further buttons. */
  readonly children: ReactNode;
}

/** Up to three rules from what the sensors have shown so far, each with what it would have done since. */
export const FirstRules = ({ device, paths, children }: Props) => {
  const store = useDeviceStore();
  const queries = useQueryClient();
  const [tried, setTried] = useState<readonly Tried[] | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const trying = useAction(
    async () => {
      const { results } = await queries.fetchQuery(allWarningsQuery(device.id));
      const polling = device.type.enters === 'modbus' ? await queries.fetchQuery(modbusQuery(device.id)) : null;
      const since = Date.parse(polling?.statistics?.since ?? '') || 0;
      const ruled = new Set(results.map(({ sensor_id }) => sensor_id));
      const rows = paths.flatMap((path): Omit<Tried, 'count'>[] => {
        const reading = store.reading(path);
        if (reading?.type !== 'NUMERIC' || ruled.has(path) || withoutLimit.has(reading.unit)) return [];
        const value = proposedLimit(store.ring(path).read(), reading.unit, since);
        if (value === null) return [];
        const row: WarningRow = { sensor_id: path, sign: '>', value, delay_seconds: delaySeconds };
        return [{ row, name: reading.name, unit: reading.unit }];
      });
      const chosen = rows.slice(0, mostRules);
      if (chosen.length === 0) return setTried([]);
      const body = { results: chosen.map(({ row }) => row), days: 1 as const };
      const { rules } = await streamRehearsal(device.id, body, () => {}, new AbortController().signal);
      setTried(chosen.map((one, index) => ({ ...one, count: rules[index]?.after.count ?? 0 })));
    },
    { fails: 'here' },
  );
  const on = tried?.filter(({ row }) => !left.has(row.sensor_id)) ?? [];
  const saving = useAction(
    async () => {
      const { results, version } = await queries.fetchQuery(allWarningsQuery(device.id));
      const body = { results: [...results.map(rowOf), ...on.map(({ row }) => row)], version };
      await call(endpoints.saveWarnings, { params: { id: device.id }, body });
      setTried(null);
    },
    { fails: 'here', toast: t.saved },
  );
  const limit = (path: string, value: number): void =>
    setTried(
      tried?.map((one) => (one.row.sensor_id === path ? { ...one, row: { ...one.row, value }, count: null } : one)) ??
        null,
    );
  const failure = trying.failure ?? saving.failure;
  return (
    <Stack gap={8}>
      {failure && <Notice tone="warning">{failure}</Notice>}
      {tried?.length === 0 && <Note>{t.noRules}</Note>}
      {tried?.map(({ row, name, unit, count }) => (
        <Row key={row.sensor_id} gap={8} wrap>
          <Checkbox
            checked={!left.has(row.sensor_id)}
            onChange={({ target }) =>
              setLeft(new Set([...left, row.sensor_id].filter((path) => path !== row.sensor_id || !target.checked)))
            }
          >
            <Text weight={600}>{t.rule(name, valueText(row.value, unit))}</Text>{' '}
            {count !== null && <Text tone="quiet">{t.since(count)}</Text>}
          </Checkbox>
          <InputNumber
            aria-label={t.limit(name)}
            value={row.value}
            suffix={unitText(unit)}
            onChange={(value) => value !== null && limit(row.sensor_id, value)}
          />
        </Row>
      ))}
      <Row gap={8} wrap>
        {device.permissions?.includes('device.edit') &&
          (on.length > 0 ? (
            <Button look="primary" busy={saving.busy} onClick={() => saving.run()}>
              {t.turnOn(on.length)}
            </Button>
          ) : (
            <Button busy={trying.busy} onClick={() => trying.run()}>
              {t.rules}
            </Button>
          ))}
        {children}
      </Row>
    </Stack>
  );
};
