import { Link, useNavigate } from '@tanstack/react-router';
import type { Device } from '@tocsin/contract/devices';
import { texts } from '@tocsin/contract/texts/payload-maps';
import { useCallback } from 'react';
import { selectDevice } from '../../domain/plant.ts';
import { useRecent } from '../../live/recent-points.ts';
import { useDeviceStore, useHead, useReading } from '../../live/use-reading.ts';
import { Button } from '../../ui/button.tsx';
import { Grid, Note, Section, Stack, Text } from '../../ui/layout.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { gapsOf } from '../../ui/sparkline-gaps.ts';
import { valueText } from '../../ui/value.ts';
import { FirstRules, withoutLimit } from './first-rules.tsx';

const t = texts.first;
const shownMs = 2 * 60_000;
const mostShown = 8;

/** `group`: its name, where two groups have sensors of one name. */
const Curve = ({
  device,
  path,
  group,
}: {
  readonly device: number;
  readonly path: string;
  readonly group: string | undefined;
}) => {
  const store = useDeviceStore();
  const reading = useReading(path);
  const read = useCallback(() => store.ring(path).read(), [store, path]);
  const subscribe = useCallback((listener: () => void) => store.subscribeSensor(path, listener), [store, path]);
  const view = useCallback(() => {
    const to = store.clock.now();
    const head = store.device();
    const isContact = store.reading(path)?.type !== 'NUMERIC';
    // The range of a young device fits its data.
    return {
      from: to - shownMs,
      to,
      ...gapsOf(head?.usualIntervalMs ?? 60_000, head?.holds ?? false),
      limit: null,
      steps: isContact,
      minSpan: 0,
    };
  }, [store, path]);
  if (!reading) return null;
  return (
    <Grid as="li" columns="minmax(0, 1fr) minmax(0, 3fr) 88px" gap={12} align="center">
      <Text overflowWrap="anywhere">
        <Link to="/graphs/$sensorId" params={{ sensorId: path }} search={{ device, scale: 'hour' }}>
          {reading.name}
        </Link>{' '}
        {group && <Note>{group}</Note>}
      </Text>
      <Sparkline read={read} subscribe={subscribe} view={view} height={32} />
      <Text weight={600} textAlign="right" fontVariantNumeric="tabular-nums">
        {reading.value === null ? reading.state || '–' : valueText(reading.value, reading.unit)}
      </Text>
    </Grid>
  );
};

/** The first values of a device as curves that draw themselves, and what comes next. */
export const FirstCurve = ({ device }: { readonly device: Device }) => {
  const head = useHead();
  useRecent(device.id);
  const navigate = useNavigate();
  const store = useDeviceStore();
  const groupOf = new Map(head?.groups.flatMap(({ name, paths }) => paths.map((path) => [path, name] as const)));
  // Temperatures come before what else is measured, then what is counted, then words.
  const rank = (path: string): number => {
    const { type, unit } = store.reading(path) ?? {};
    if (type !== 'NUMERIC') return 3;
    return unit === 'C' || unit === 'F' ? 0 : withoutLimit.has(unit ?? '') ? 2 : 1;
  };
  const paths = [...groupOf.keys()].sort((a, b) => rank(a) - rank(b));
  if (paths.length === 0) return null;
  const names = paths.map((path) => store.reading(path)?.name);
  const isTwice = new Set(names).size < names.length;
  const select = async (go: () => Promise<void>): Promise<void> => {
    await selectDevice(device.id, device.location);
    await go();
  };
  const id = String(device.id);
  return (
    <Section gap={12}>
      <Stack gap={2}>
        <h2>{t.title}</h2>
        <Note>{head?.online === false ? t.aboutSilent : t.about}</Note>
      </Stack>
      <Stack as="ul" gap={8} margin="0" padding="0" listStyle="none">
        {paths.slice(0, mostShown).map((path) => (
          <Curve key={path} device={device.id} path={path} group={isTwice ? groupOf.get(path) : undefined} />
        ))}
      </Stack>
      {paths.length > mostShown && <Note>{t.others(paths.length - mostShown)}</Note>}
      <FirstRules device={device} paths={paths}>
        {device.type.enters === 'push' &&
          device.type.claim === 'open' &&
          device.permissions?.includes('device.edit') && (
            <Button onClick={() => void navigate({ to: '/devices/edit/device/$id/values', params: { id } })}>
              {t.values}
            </Button>
          )}
        <Button onClick={() => void select(() => navigate({ to: '/dashboard/edit/sensor/names' }))}>{t.names}</Button>
        <Button look="primary" onClick={() => void select(() => navigate({ to: '/on-call' }))}>
          {t.notified}
        </Button>
      </FirstRules>
    </Section>
  );
};
