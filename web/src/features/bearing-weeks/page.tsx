import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Bearing } from '@tocsin/contract/bearing-weeks';
import { endpoints } from '@tocsin/contract/bearing-weeks';
import { texts } from '@tocsin/contract/texts/bearing-weeks';
import { call } from '../../api/call.ts';
import type { Device } from '../../domain/plant.ts';
import { WithDevice } from '../../domain/with-device.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { dayText, exactText } from '../../ui/time.ts';
import { valueText } from '../../ui/value.ts';
import { barShare, differenceText, figureText, highestRise, limitText, worstFirst } from './model.ts';
import css from './page.module.css';

/** The bearings of a device by week. */
const bearingWeeksQuery = (device: number) =>
  queryOptions({
    queryKey: ['bearing-weeks', device],
    queryFn: ({ signal }) => call(endpoints.read, { params: { id: device }, signal }),
    staleTime: 300_000,
  });

interface CardProps {
  readonly bearing: Bearing;
  readonly zone: string;
  /** Value of the longest bar, in the bearing's unit. */
  readonly highest: number;
}

const Weeks = ({ bearing, zone, highest }: CardProps) => (
  <table className={css.weeks}>
    <thead>
      <tr>
        <th scope="col">{texts.columns.week}</th>
        <th scope="col">{texts.columns.hours}</th>
        <th scope="col">{texts.columns.rise}</th>
      </tr>
    </thead>
    <tbody>
      {bearing.weeks.map(({ from, to, hours, rise }, index) => (
        <tr key={from} data-current={index === 0}>
          <th scope="row">
            {index === 0 ? texts.thisWeek : texts.week(dayText(Date.parse(from), zone), dayText(Date.parse(to), zone))}
          </th>
          <td>{texts.hours(Math.round(hours))}</td>
          <td>
            <span className={css.bar} style={{ inlineSize: `${barShare(bearing, index, highest) * 100}%` }} />
            <Text position="relative">{rise === null ? texts.notRun : figureText(rise, bearing.unit)}</Text>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Card = ({ bearing, zone, highest }: CardProps) => {
  const { unit, change, sister, trend, limit } = bearing;
  const [current] = bearing.weeks;
  const toLimit = limitText(bearing);
  return (
    <Stack as="li" surface gap={8} minWidth={0} padding={16} className={css.card}>
      <Row as="header" wrap align="baseline" justify="space-between" gap="4px 12px">
        <Text as="h2" size={16} overflowWrap="anywhere">
          {bearing.name}
        </Text>
        <b>{current?.rise ? figureText(current.rise, unit) : texts.notRun}</b>
      </Row>
      <Text as="ul" tone="quiet" size={14} fontVariantNumeric="tabular-nums" className={css.facts}>
        <li>{change === null ? texts.noChange : texts.change(differenceText(change, unit))}</li>
        {sister?.difference && <li>{texts.sister(differenceText(sister.difference, unit), sister.name)}</li>}
        {trend && <li>{texts.trend(differenceText({ value: trend.per_week, error: trend.error }, unit))}</li>}
        <li>{limit === null ? texts.noLimit : texts.limit(valueText(limit, unit))}</li>
        {toLimit !== null && <li data-rising={bearing.to_limit !== null}>{toLimit}</li>}
      </Text>
      <Weeks bearing={bearing} zone={zone} highest={highest} />
    </Stack>
  );
};

const BearingsContent = ({ device }: { readonly device: Device }) => {
  const { data, error, refetch } = useQuery(bearingWeeksQuery(device.id));
  return (
    <>
      <PageHeader
        title={texts.title}
        about={data && `${device.title}. ${texts.upTo(exactText(Date.parse(data.as_of), data.timezone))}`}
        back={<Link to="/dashboard">{texts.back}</Link>}
      />
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && !error && data.count === 0 && <Empty icon="thermometer" title={texts.none} text={texts.noneAbout} />}
      {data && !error && data.count > 0 && (
        <>
          <Text as="p" maxWidth={900} padding="0 var(--page-pad) 12px" tone="quiet" className={css.about}>
            {data.ambient.length === 0 ? texts.noAmbient : texts.overAmbient(data.ambient.join(', '))}.{' '}
            {data.running_by === null ? texts.notKnown : texts.running(data.running_by)}{' '}
            {data.count > data.results.length && texts.cut(data.results.length, data.count)}
          </Text>
          <Grid
            as="ul"
            columns="repeat(auto-fill, minmax(min(400px, 100%), 1fr))"
            gap="var(--grid-gap)"
            align="start"
            padding="0 var(--page-pad) 20px"
            className={css.cards}
            aria-label={texts.bearings}
          >
            {worstFirst(data.results).map((bearing) => (
              <Card
                key={bearing.path}
                bearing={bearing}
                zone={data.timezone}
                highest={highestRise(data.results, bearing.unit)}
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
