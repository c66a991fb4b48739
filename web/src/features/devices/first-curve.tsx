import { useNavigate } from '@tanstack/react-router';
import type { Device } from '@tocsin/contract/devices';
import { texts } from '@tocsin/contract/texts/payload-maps';
import { useCallback } from 'react';
import { feedAddress, selectDevice } from '../../domain/plant.ts';
import { useRecentPoints } from '../../live/recent-points.ts';
import {
  DeviceStoreContext,
  useDeviceStore,
  useHead,
  useLiveDevice,
  useReading,
  useSocketState,
} from '../../live/use-reading.ts';
import { Button } from '../../ui/button.tsx';
import { Grid, Note, Row, Section, Stack, Text } from '../../ui/layout.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { gapsOf } from '../../ui/sparkline-gaps.ts';
import { valueText } from '../../ui/value.ts';
import { FirstRules } from './first-rules.tsx';

const t = texts.first;
const shownMs = 2 * 60_000;
const mostShown = 8;

const Curve = ({ path }: { readonly path: string }) => {
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
    <Grid as="li" columns="minmax(0, 2fr) minmax(0, 3fr) minmax(88px, 1fr)" gap={12} align="center">
      <Text overflowWrap="anywhere">{reading.name}</Text>
      <Sparkline read={read} subscribe={subscribe} view={view} height={32} />
      <Text weight={600} textAlign="right" fontVariantNumeric="tabular-nums">
        {reading.value === null ? reading.state || '–' : valueText(reading.value, reading.unit)}
      </Text>
    </Grid>
  );
};

const Curves = ({ device }: { readonly device: Device }) => {
  const head = useHead();
  useRecentPoints(device.id, useSocketState() === 'open');
  const navigate = useNavigate();
  const paths = head?.groups.flatMap((group) => group.paths) ?? [];
  if (paths.length === 0) return null;
  const select = async (go: () => Promise<void>): Promise<void> => {
    await selectDevice(device.id, device.location);
    await go();
  };
  const id = String(device.id);
  return (
    <Section gap={12}>
      <Stack gap={2}>
        <h2>{t.title}</h2>
        <Note>{t.about}</Note>
      </Stack>
      <Stack as="ul" gap={8} margin="0" padding="0" listStyle="none">
        {paths.slice(0, mostShown).map((path) => (
          <Curve key={path} path={path} />
        ))}
      </Stack>
      {paths.length > mostShown && <Note>{t.others(paths.length - mostShown)}</Note>}
      {device.permissions?.includes('device.edit') && <FirstRules device={device} paths={paths} />}
      <Row gap={8} wrap>
        {device.type.enters === 'push' &&
          device.type.claim === 'open' &&
          device.permissions?.includes('device.edit') && (
            <Button onClick={() => void navigate({ to: '/devices/edit/device/$id/values', params: { id } })}>
              {t.values}
            </Button>
          )}
        <Button onClick={() => void select(() => navigate({ to: '/dashboard/edit/sensor/names' }))}>{t.names}</Button>
        <Button onClick={() => void select(() => navigate({ to: '/dashboard/edit/warnings' }))}>{t.rules}</Button>
        <Button look="primary" onClick={() => void select(() => navigate({ to: '/on-call' }))}>
          {t.notified}
        </Button>
      </Row>
    </Section>
  );
};

/** The first values of a device as curves that draw themselves, and what comes next. */
export const FirstCurve = ({ device }: { readonly device: Device }) => (
  <DeviceStoreContext value={useLiveDevice(feedAddress(device))}>
    <Curves device={device} />
  </DeviceStoreContext>
);
