import { useQuery } from '@tanstack/react-query';
import type { DeviceAtMoment } from '@tocsin/contract/site-moment';
import { texts } from '@tocsin/contract/texts/sites';
import { devicesNowQuery, readingNow } from '../../domain/device-now.ts';
import { EventCurve } from '../../domain/event-curve.tsx';
import { useCurves } from '../../domain/hour-curves.ts';
import type { Site } from '../../domain/plant.ts';
import { severityAt } from '../../domain/sensor-status.ts';
import { serverNow } from '../../live/clock.ts';
import type { Reading } from '../../live/device-store.ts';
import { Grid, Stack, Text } from '../../ui/layout.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { numberText, unitText } from '../../ui/value.ts';

/** The worst ones; the site's own page has all. */
const devicesAtMost = 5;
const curveMs = 600_000;

/** A number without its unit, or the state in words. */
const shownValue = (reading: Reading | undefined): string => {
  if (reading && reading.type !== 'NUMERIC') return reading.state || '–';
  return reading?.value == null ? '–' : numberText(reading.value, reading.unit, reading.decimals);
};

/** The worst devices of a site: each with its state, and the name, the value and ten minutes of one sensor. */
export const SiteDevices = ({ site }: { readonly site: Site }) => {
  const { data } = useQuery(devicesNowQuery(site.id, devicesAtMost));
  const rows = (data?.results ?? []).map((device) => ({ device, reading: readingNow(device) }));
  const idOf = (device: DeviceAtMoment, path: string): string => `${device.id}.${path}`;
  const curves = useCurves(
    site.id,
    rows.flatMap(({ device, reading }) => (reading?.value == null ? [] : [idOf(device, reading.path)])),
  );
  const now = serverNow();
  return (
    <Stack as="ul" gap={0} minHeight={44 * Math.min(devicesAtMost, site.devices.total)} margin={0} padding={0}>
      {rows.map(({ device, reading }) => (
        <Grid
          key={device.id}
          as="li"
          columns="minmax(0, 1.4fr) minmax(84px, 0.8fr) auto 72px"
          align="center"
          gap={12}
          height={44}
          borderTop="1px solid var(--line)"
        >
          <Stack gap={0} minWidth={0} line={16}>
            <Text as="b" tone="plain" oneLine>
              {device.title}
            </Text>
            <Text size={12} oneLine title={reading?.name}>
              {reading?.name}
            </Text>
          </Stack>
          <span>
            <StatusTag severity={severityAt(device)} />
          </span>
          <Text tone={device.offline_since === null ? 'plain' : 'faint'} weight={600} oneLine>
            {shownValue(reading)}{' '}
            <Text size={12} weight={450} tone="quiet">
              {reading?.type === 'NUMERIC' && reading.value !== null ? unitText(reading.unit, reading.value) : ''}
            </Text>
          </Text>
          <Stack as="span" grows height={28}>
            {reading && (
              <EventCurve
                points={curves.get(idOf(device, reading.path))}
                now={now}
                from={now - curveMs}
                unit={reading.unit}
              />
            )}
          </Stack>
        </Grid>
      ))}
      {site.devices.total > devicesAtMost && (
        <Text as="li" size={12} padding="8px 0 0" borderTop="1px solid var(--line)">
          {texts.devices(site.devices.total)}
        </Text>
      )}
    </Stack>
  );
};
