import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Bearing, endpoints } from '@tocsin/contract/bearing-weeks';
import { endpoints as tasks } from '@tocsin/contract/maintenance-tasks';
import { texts } from '@tocsin/contract/texts/bearing-weeks';
import { texts as taskTexts } from '@tocsin/contract/texts/maintenance-tasks';
import { useId, useState } from 'react';
import { call, callQuery } from '../../api/call.ts';
import { TaskDialog } from '../../domain/hand-over.tsx';
import { logSearch } from '../../domain/log-search.ts';
import type { Device } from '../../domain/plant.ts';
import { WithDevice } from '../../domain/with-device.tsx';
import { Button, buttonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { dayText, exactText, shortDayText } from '../../ui/time.ts';
import { valueText } from '../../ui/value.ts';
import { differenceText, figureText, levelBefore, limitText, reachOf, verdictOf, worstFirst } from './model.ts';
import css from './page.module.css';

/** The bearings of a device by week. */
const bearingWeeksQuery = (device: number) =>
  callQuery(['bearing-weeks', device], endpoints.read, { params: { id: device }, staleTime: 300_000 });

interface CardProps {
  readonly device: Device;
  readonly bearing: Bearing;
  readonly zone: string;
  /** Half height of the chart, in the bearing's unit. */
  readonly reach: number;
}

const weekName = ({ from, to }: Bearing['weeks'][number], zone: string): string =>
  texts.week(dayText(Date.parse(from), zone), dayText(Date.parse(to), zone));

const hotterOf = (bearings: readonly Bearing[]): number =>
  bearings.filter((bearing) => verdictOf(bearing) === 'hotter').length;

const signs = { hotter: 'up', cooler: 'down', steady: 'tick' } as const;

/** The weeks as columns from the level of those before, oldest first. Arrow keys and a tap choose the one in words. */
const Weeks = ({ bearing, zone, reach }: Omit<CardProps, 'device'>) => {
  const [shown, setShown] = useState(0);
  const name = useId();
  const { weeks, unit } = bearing;
  const level = levelBefore(bearing);
  const share = (value: number): string => `${(value / reach) * 50}%`;
  const read = (index: number): string => {
    const week = weeks[index];
    if (!week) return '';
    const rise = week.rise === null ? texts.notRun : figureText(week.rise, unit);
    return texts.reading(index === 0 ? texts.thisWeek : weekName(week, zone), rise, Math.round(week.hours));
  };
  return (
    <div>
      <fieldset className={css.weeks} aria-label={texts.weeksOf(bearing.name)}>
        {weeks
          .map(({ from, rise }, index) => (
            <label key={from} data-empty={rise === null || level === null}>
              <input
                type="radio"
                name={name}
                aria-label={read(index)}
                checked={index === shown}
                onChange={() => setShown(index)}
              />
              {rise && level !== null && (
                <>
                  <i
                    style={{
                      insetBlockEnd: `calc(50% + ${share(Math.min(0, rise.value - level))})`,
                      blockSize: share(Math.abs(rise.value - level)),
                    }}
                  />
                  <s
                    style={{
                      insetBlockEnd: `calc(50% + ${share(rise.value - level - (rise.error ?? 0))})`,
                      blockSize: share(2 * (rise.error ?? 0)),
                    }}
                  />
                </>
              )}
            </label>
          ))
          .reverse()}
        {[reach, -reach].map((end) => (
          <Text as="small" key={end} size={12} aria-hidden>
            {differenceText({ value: end, error: null }, unit)}
          </Text>
        ))}
      </fieldset>
      <Grid columns="repeat(5, 1fr)" size={12} tone="quiet" textAlign="center" aria-hidden>
        {weeks
          .map(({ from, to }) => <span key={from}>{shortDayText(Date.parse(from), Date.parse(to), zone)}</span>)
          .reverse()}
      </Grid>
      <Text as="p" size={12} marginTop={4} tone="quiet" fontVariantNumeric="tabular-nums" aria-hidden>
        {read(shown)}
      </Text>
    </div>
  );
};

const Card = ({ device, bearing, zone, reach }: CardProps) => {
  const { path, unit, weeks, change, sister, trend, limit } = bearing;
  const toLimit = limitText(bearing);
  const verdict = verdictOf(bearing);
  const level = levelBefore(bearing);
  const [isMaking, setMaking] = useState(false);
  return (
    <Stack as="li" surface gap={8} minWidth={0} padding={16} className={css.card} data-verdict={verdict}>
      <Text as="h2" size={16} overflowWrap="anywhere">
        {bearing.name}
      </Text>
      <Row gap={8} align="center" wrap fontVariantNumeric="tabular-nums" className={css.verdict}>
        {verdict && <Icon name={signs[verdict]} size={16} />}
        {verdict ? texts.verdicts[verdict] : texts.noChange}
        {change && <span>{differenceText(change, unit)}</span>}
        {toLimit !== null && <span>{toLimit}</span>}
      </Row>
      <Weeks bearing={bearing} zone={zone} reach={reach} />
      <Text as="ul" tone="quiet" size={14} fontVariantNumeric="tabular-nums" className={css.facts}>
        {level !== null && <li>{texts.level(figureText({ value: level, error: null }, unit))}</li>}
        {sister?.difference && <li>{texts.sister(differenceText(sister.difference, unit), sister.name)}</li>}
        {trend && <li>{texts.trend(differenceText({ value: trend.per_week, error: trend.error }, unit))}</li>}
        <li>{limit === null ? texts.noLimit : texts.limit(valueText(limit, unit))}</li>
      </Text>
      {verdict === 'hotter' && device.can_edit && (
        <Button icon="wrench" onClick={() => setMaking(true)}>
          {texts.task}
        </Button>
      )}
      {isMaking && (
        <TaskDialog
          event={0}
          device={device.id}
          title={`${texts.task}: ${bearing.name}`}
          yes={texts.task}
          initial={{ what: texts.todo(bearing.name, change ? differenceText(change, unit) : '') }}
          onSave={(body) => call(tasks.createAt, { params: { id: device.id }, body: { ...body, sensor: path } })}
          saved={taskTexts.handedOver}
          onClose={() => setMaking(false)}
        />
      )}
      <Link
        className={buttonLink}
        to="/graphs/$sensorId"
        params={{ sensorId: path }}
        search={logSearch({
          device: device.id,
          start: Date.parse(weeks.at(-1)?.from ?? ''),
          end: Date.parse(weeks[0]?.to ?? ''),
        })}
      >
        {texts.next[verdict === 'hotter' ? 'hotter' : 'other']}
      </Link>
    </Stack>
  );
};

const BearingsContent = ({ device }: { readonly device: Device }) => {
  const { data, error, refetch } = useQuery(bearingWeeksQuery(device.id));
  return (
    <>
      <PageHeader
        title={texts.title}
        about={data && texts.upTo(exactText(Date.parse(data.as_of), data.timezone))}
        back={<Link to="/dashboard">{texts.back}</Link>}
      />
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && !error && data.count === 0 && <Empty icon="thermometer" title={texts.none} text={texts.noneAbout} />}
      {data && !error && data.count > 0 && (
        <>
          <Text as="p" padding="0 var(--page-pad) 4px" size={16} weight={600}>
            {texts.hotter(hotterOf(data.results), data.results.length)}
          </Text>
          <Text as="p" maxWidth={900} padding="0 var(--page-pad) 12px" tone="quiet">
            {data.ambient.length === 0 ? texts.noAmbient : texts.overAmbient(data.ambient.join(', '))}.{' '}
            {data.running_by === null ? texts.notKnown : texts.running(data.running_by)}{' '}
            {data.count > data.results.length && texts.cut(data.results.length, data.count)}
          </Text>
          <Grid
            as="ul"
            columns="repeat(auto-fill, minmax(min(260px, 100%), 1fr))"
            gap="var(--grid-gap)"
            align="start"
            padding="0 var(--page-pad) 20px"
            aria-label={texts.bearings}
          >
            {worstFirst(data.results).map((bearing) => (
              <Card
                key={bearing.path}
                device={device}
                bearing={bearing}
                zone={data.timezone}
                reach={reachOf(data.results, bearing.unit)}
              />
            ))}
          </Grid>
        </>
      )}
    </>
  );
};

/** The bearings of the selected device by week: running temperature over ambient, without a score. */
export const BearingWeeksPage = () => (
  <WithDevice>{(device) => <BearingsContent key={device.id} device={device} />}</WithDevice>
);
