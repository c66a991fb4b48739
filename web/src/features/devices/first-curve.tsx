import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Device } from '@tocsin/contract/devices';
import { isStale, type Severity, saysState } from '@tocsin/contract/status';
import { texts as cards } from '@tocsin/contract/texts/dashboard';
import { texts } from '@tocsin/contract/texts/payload-maps';
import { useCallback, useSyncExternalStore } from 'react';
import { beyond, type Limit, limitsOf } from '../../domain/limits.ts';
import { selectDevice } from '../../domain/plant.ts';
import { sensorStatus } from '../../domain/sensor-status.ts';
import { allWarningsQuery } from '../../domain/warning-rules.ts';
import { useRecent } from '../../live/recent-points.ts';
import { useDerived } from '../../live/use-derived.ts';
import { useDeviceStore, useHead, useReading } from '../../live/use-reading.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Grid, Note, Section, Stack, Text } from '../../ui/layout.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { extremes } from '../../ui/sparkline-draw.ts';
import { gapsOf } from '../../ui/sparkline-gaps.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { valueText } from '../../ui/value.ts';
import { FirstRules } from './first-rules.tsx';
import { unfitFor } from './model.ts';

const t = texts.first;
const shownMs = 2 * 60_000;
const mostShown = 8;

interface CurveProps {
  readonly device: number;
  readonly path: string;
  /** Its name, where two groups have sensors of one name. */
  readonly group: string | undefined;
  /** False: no warning rule watches the value yet. */
  readonly isRuled: boolean;
  readonly limit: Limit | null;
}

const Curve = ({ device, path, group, isRuled, limit }: CurveProps) => {
  const store = useDeviceStore();
  const reading = useReading(path);
  const severity = useDerived<Severity>((b, now) => {
    const head = b.device();
    const reading = b.reading(path);
    if (head === null || reading === undefined) return 'no-data';
    return sensorStatus(reading, {
      online: head.online,
      stale: isStale(b.ageReference(path), now, head.usualIntervalMs),
    });
  });
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
  /** Highest and lowest shown value, in two lines. */
  const scale = useSyncExternalStore(subscribe, () => {
    const { type, unit = '' } = store.reading(path) ?? {};
    const ends = type === 'NUMERIC' ? (extremes(read(), store.clock.now() - shownMs) ?? []) : [];
    return [...new Set(ends.map((value) => valueText(value, unit)))].reverse().join('\n');
  });
  const isPhone = usePhone();
  if (!reading) return null;
  // The delay of a rule runs.
  const side = severity === 'ok' ? beyond(limit, reading.value) : null;
  return (
    <Grid as="li" columns={`minmax(104px, 1fr) minmax(0, 3fr) ${isPhone ? '' : '80px '}112px`} gap={12} align="center">
      <Text overflowWrap="anywhere">
        <Link to="/graphs/$sensorId" params={{ sensorId: path }} search={{ device, scale: 'hour' }}>
          {reading.name}
        </Link>{' '}
        {group && <Note>{group}</Note>}
      </Text>
      <Sparkline read={read} subscribe={subscribe} view={view} height={32} />
      {!isPhone && (
        <Note aria-hidden whiteSpace="pre" fontVariantNumeric="tabular-nums">
          {scale}
        </Note>
      )}
      <Stack justifyItems="end" textAlign="right">
        <Text as="strong" weight={600} fontVariantNumeric="tabular-nums">
          {reading.value === null ? reading.state || '–' : valueText(reading.value, reading.unit)}
        </Text>
        {severity === 'ok' && !isRuled && (unfitFor(reading) === null || saysState(reading)) ? (
          <Note>{t.noRule}</Note>
        ) : side ? (
          <Text tone="warning" size={12} weight={600} whiteSpace="nowrap">
            <Icon name="warning" size={12} /> {cards[side]}
          </Text>
        ) : (
          <StatusTag severity={severity} />
        )}
      </Stack>
    </Grid>
  );
};

/** The first values of a device as curves that draw themselves, and what comes next. */
export const FirstCurve = ({ device, isNew }: { readonly device: Device; readonly isNew: boolean }) => {
  const head = useHead();
  const { data: rules } = useQuery(allWarningsQuery(device.id));
  const limits = limitsOf(rules?.results ?? []);
  const ruled = rules && new Set(rules.results.map(({ sensor_id }) => sensor_id));
  const isSeeded = useRecent(device.id);
  const navigate = useNavigate();
  const store = useDeviceStore();
  const groupOf = new Map(head?.groups.flatMap(({ name, paths }) => paths.map((path) => [path, name] as const)));
  // Temperatures come before what else is measured, then what is counted, then words.
  const rank = (path: string): number => {
    const { type, unit } = store.reading(path) ?? {};
    if (type !== 'NUMERIC') return 3;
    return unit === 'C' || unit === 'F' ? 0 : unfitFor({ type, unit: unit ?? '' }) ? 2 : 1;
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
          <Curve
            key={path}
            device={device.id}
            path={path}
            group={isTwice ? groupOf.get(path) : undefined}
            isRuled={ruled?.has(path) ?? true}
            limit={limits.get(path) ?? null}
          />
        ))}
      </Stack>
      {paths.length > mostShown && <Note>{t.others(paths.length - mostShown)}</Note>}
      <FirstRules device={device} paths={paths} ruled={ruled} isNew={isNew} isSeeded={isSeeded}>
        {(isNext) => (
          <>
            {device.type.enters === 'push' &&
              device.type.claim === 'open' &&
              device.permissions?.includes('device.edit') && (
                <Button onClick={() => void navigate({ to: '/devices/edit/device/$id/values', params: { id } })}>
                  {t.values}
                </Button>
              )}
            <Button onClick={() => void select(() => navigate({ to: '/dashboard/edit/sensor/names' }))}>
              {t.names}
            </Button>
            <Button
              look={isNext ? 'primary' : 'plain'}
              onClick={() => void select(() => navigate({ to: '/who-is-notified' }))}
            >
              {t.notified}
            </Button>
          </>
        )}
      </FirstRules>
    </Section>
  );
};
