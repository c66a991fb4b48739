import { Link } from '@tanstack/react-router';
import type { DeviceAtMoment } from '@tocsin/contract/site-moment';
import { texts } from '@tocsin/contract/texts/site-moment';
import { logSearch } from '../../../domain/log-search.ts';
import { Grid, Row, Stack, Text } from '../../../ui/layout.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { dayClockText, exactText, spanText } from '../../../ui/time.ts';
import { deviceRows, type SensorRow } from '../model.ts';
import css from './device-card.module.css';

const Sensors = ({ rows }: { readonly rows: readonly SensorRow[] }) => (
  <Stack as="ul" className={css.sensors}>
    {rows.map((row) => (
      <Grid
        as="li"
        columns="minmax(0, 1fr) auto minmax(72px, auto) 84px"
        gap="2px 12px"
        align="center"
        padding="6px 0"
        borderTop="1px solid var(--line)"
        size={14}
        fontVariantNumeric="tabular-nums"
        key={row.path}
        data-severity={row.severity}
      >
        <Text overflowWrap="anywhere">
          {row.name}
          {row.state && row.state !== row.value && (
            <Text as="small" display="block" tone="quiet">
              {row.state}
            </Text>
          )}
        </Text>
        <b>{row.value}</b>
        {row.severity === 'ok' ? <span /> : <StatusTag severity={row.severity} />}
        <Text as="small" tone="quiet" textAlign="right" className={css.age}>
          {row.age}
        </Text>
      </Grid>
    ))}
  </Stack>
);

interface Props {
  readonly device: DeviceAtMoment;
  readonly at: number;
  readonly zone: string;
}

/** A device at a moment: its status, the age of its data, and its sensors, worst first. */
export const DeviceCard = ({ device, at, zone }: Props) => {
  const { severity, notable, foremost, others } = deviceRows(device, at);
  const frameAt = device.document?.frame_at ?? null;
  const offline = device.offline_since === null ? null : Date.parse(device.offline_since);
  return (
    <li className={css.card} data-severity={severity}>
      <header>
        <h3>
          {frameAt === null ? (
            device.title
          ) : (
            <Link
              to="/dashboard/historical/snapshot/$timestamp"
              params={{ timestamp: String(frameAt) }}
              search={logSearch({ device: device.id })}
              title={texts.toSnapshot(device.title)}
            >
              {device.title}
            </Link>
          )}
        </h3>
        <StatusTag severity={severity} />
      </header>
      <Row as="p" wrap gap="2px 16px" tone="quiet" size={12} align="stretch">
        {frameAt === null ? (
          texts.never
        ) : (
          <span title={exactText(frameAt, zone)}>{texts.frame(spanText(at - frameAt))}</span>
        )}
        {offline !== null && <span>{texts.offlineSince(dayClockText(offline, zone))}</span>}
      </Row>
      {notable.length > 0 && <Sensors rows={notable} />}
      {notable.length === 0 && severity === 'ok' && (
        <Row as="p" wrap gap="2px 16px" tone="quiet" size={12} align="stretch">
          {texts.calm}
        </Row>
      )}
      {foremost.length > 0 && <Sensors rows={foremost} />}
      {others.length > 0 && (
        <details className={css.others}>
          <summary>{texts.others(others.length)}</summary>
          <Sensors rows={others} />
        </details>
      )}
    </li>
  );
};
