import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type Inspection, type Unwatched, unwatchedReasons } from '@tocsin/contract/inspection';
import { texts } from '@tocsin/contract/texts/inspection';
import dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import { useKnownSite } from '../../domain/plant.ts';
import { useSiteOfPage } from '../../domain/use-site-of-page.ts';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Grid, Row, Text } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { localDecimals } from '../../ui/locale.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Skeleton } from '../../ui/states.tsx';
import { exactText, spanText } from '../../ui/time.ts';
import { useAction } from '../../ui/use-action.ts';
import { useAfterDelay } from '../../ui/use-after-delay.ts';
import css from './page.module.css';
import { inspectionPdf, inspectionQuery, inspectionSize, inspectionZip } from './queries.ts';

const t = texts;

interface Days {
  readonly from: string | null;
  readonly to: string | null;
}

/** Fields for the first and last day in the site's calendar. */
const DayFields = ({ days, onDays }: { readonly days: Days; readonly onDays: (days: Days) => void }) => {
  const field = (name: keyof Days) => (
    <DayField
      label={t[name]}
      value={days[name]}
      most={dayjs().format('YYYY-MM-DD')}
      onDay={(day) => onDays({ ...days, [name]: day })}
    />
  );
  return (
    <Row gap={8} align="stretch">
      {field('from')}
      {field('to')}
    </Row>
  );
};

const percent = (share: number): string => {
  if (share === 0) return '0 %';
  const of100 = share * 100;
  return localDecimals(of100 < 0.01 ? '< 0.01 %' : `${of100.toFixed(of100 < 10 ? 2 : 1)} %`);
};

interface FactProps {
  readonly name: string;
  readonly tone?: 'plain' | 'alarm';
  readonly children: ReactNode;
}

const Fact = ({ name, tone = 'plain', children }: FactProps) => (
  <Text as="div" surface padding="12px 16px">
    <Text as="dt" tone="quiet" size={12} line={16}>
      {name}
    </Text>
    <Text as="dd" weight={600} tone={tone}>
      {children}
    </Text>
  </Text>
);

const Facts = ({ inspection }: { readonly inspection: Inspection }) => {
  const { tests, alarms, changes, chain } = inspection;
  const broken = chain.broken.map((row) => t.chainPlace(row.device, row.record)).join('; ');
  return (
    <Grid
      as="dl"
      columns="repeat(auto-fit, minmax(150px, 1fr))"
      gap={12}
      padding="0 var(--page-pad) 8px"
      className={css.facts}
    >
      <Fact name={t.tests}>{t.testsText(tests.passed, tests.failed, tests.canceled)}</Fact>
      <Fact name={t.alarms}>{alarms}</Fact>
      <Fact name={t.changes}>{changes}</Fact>
      <Fact name={t.chain} tone={broken === '' ? 'plain' : 'alarm'}>
        <Icon name={broken === '' ? 'tick' : 'warningSolid'} size={14} />{' '}
        {broken === '' ? t.chainOk(chain.records) : t.chainBroken(broken)}
      </Fact>
    </Grid>
  );
};

const FactsSkeleton = () => (
  <Grid
    columns="repeat(auto-fit, minmax(150px, 1fr))"
    gap={12}
    padding="0 var(--page-pad) 8px"
    className={css.facts}
    aria-hidden="true"
  >
    {[t.tests, t.alarms, t.changes, t.chain].map((fact) => (
      <Text
        as="div"
        padding="12px 16px"
        border="1px solid var(--line)"
        borderRadius="var(--r-card)"
        background="var(--surface)"
        key={fact}
      >
        <Skeleton width="60%" height={16} />
        <Skeleton width="80%" height={20} />
      </Text>
    ))}
  </Grid>
);

const Devices = ({ inspection }: { readonly inspection: Inspection }) => (
  <ListTable<Inspection['devices'][number]>
    caption={t.devices}
    rows={inspection.devices}
    rowKey={(row) => `${row.device} ${row.serial_number}`}
    empty={t.none}
    columns={[
      { title: t.columns.device, dataIndex: 'device' },
      { title: t.columns.serial, dataIndex: 'serial_number' },
      { title: t.columns.unwatched, key: 'ms', align: 'right', render: (_, row) => spanText(row.unwatched_ms) },
      { title: t.columns.share, key: 'share', align: 'right', render: (_, row) => percent(row.share) },
    ]}
  />
);

const Waiting = () => {
  const long = useAfterDelay(1_500);
  return long ? <Notice tone="info">{t.reading}</Notice> : null;
};

/** The inspection report of a site and period, on screen and as a file. */
export const InspectionPage = () => {
  const { id } = useParams({ from: '/frame/sites/$id/inspection' });
  const site = Number(id);
  const known = useKnownSite(site);
  useSiteOfPage(known);
  const [days, setDays] = useState<Days>({
    from: dayjs().subtract(30, 'day').format('YYYY-MM-DD'),
    to: dayjs().format('YYYY-MM-DD'),
  });
  const [page, setPage] = useState(1);
  const range = { ...(days.from ? { from: days.from } : {}), ...(days.to ? { to: days.to } : {}) };
  const complete = days.from !== null && days.to !== null;
  const { data: inspection, error, refetch, isFetching } = useQuery(inspectionQuery(site, range, page));
  const title = inspection?.site.title ?? known?.title;
  const zone = inspection?.site.timezone ?? known?.timezone ?? 'UTC';
  const zip = useAction(() => inspectionZip(site, range));
  const pdf = useAction(() => inspectionPdf(site, range));
  return (
    <>
      <PageHeader
        title={title ? t.title(title) : ' '}
        back={
          <Link to="/sites/$id/proof-tests" params={{ id }}>
            {t.toLedger}
          </Link>
        }
        about={t.about}
      >
        <DayFields
          days={days}
          onDays={(next) => {
            setDays(next);
            setPage(1);
          }}
        />
        <Button icon="download" busy={pdf.busy} disabled={!complete} onClick={pdf.run}>
          {t.pdf}
        </Button>
        <Button look="primary" icon="download" busy={zip.busy} disabled={!complete} onClick={zip.run}>
          {t.zip}
        </Button>
      </PageHeader>
      {!complete && <Notice tone="warning">{t.badRange}</Notice>}
      {isFetching && <Waiting />}
      {isFetching && !inspection && <FactsSkeleton />}
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {inspection && !error && (
        <>
          <Facts inspection={inspection} />
          <Text as="h2" padding="16px var(--page-pad) 8px">
            {t.devices}
          </Text>
          <Devices inspection={inspection} />
          <Text as="h2" padding="16px var(--page-pad) 8px">
            {t.unwatched}{' '}
            <Text as="small" tone="quiet" weight={400}>
              {inspection.unwatched.count}
            </Text>
          </Text>
          <ListTable<Unwatched>
            caption={t.unwatched}
            rows={inspection.unwatched.results}
            rowKey={(row) => `${row.from} ${row.to} ${row.device} ${row.sensor_id} ${row.reason}`}
            empty={t.none}
            paging={{ page, size: inspectionSize, total: inspection.unwatched.count, onPage: setPage }}
            columns={[
              { title: t.columns.from, key: 'from', render: (_, row) => exactText(Date.parse(row.from), zone) },
              {
                title: t.columns.length,
                key: 'length',
                align: 'right',
                render: (_, row) => (
                  <>
                    {spanText(Date.parse(row.to) - Date.parse(row.from))}
                    {row.open && (
                      <Text as="small" tone="quiet" size={12} line={16} display="block">
                        {t.goesOn}
                      </Text>
                    )}
                  </>
                ),
              },
              { title: t.columns.reason, key: 'reason', render: (_, row) => unwatchedReasons[row.reason] },
              { title: t.columns.device, key: 'device', render: (_, row) => row.device || t.allDevices },
              {
                title: t.columns.sensor,
                key: 'sensor',
                render: (_, row) => [row.sensor, row.sensor_id].filter(Boolean).join(' '),
              },
              { title: t.columns.detail, dataIndex: 'detail' },
            ]}
          />
        </>
      )}
    </>
  );
};
