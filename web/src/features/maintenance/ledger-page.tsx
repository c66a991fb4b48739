import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { fullSensorId } from '@tocsin/contract/layout';
import type { Ledger, LedgerRow } from '@tocsin/contract/maintenance';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/maintenance';
import { Form, InputNumber, type TableProps } from 'antd';
import { useState } from 'react';
import { useKnownSite } from '../../domain/plant.ts';
import { useSiteOfPage } from '../../domain/use-site-of-page.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageHeader, Tools } from '../../ui/page-header.tsx';
import { Segments } from '../../ui/segments.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { dayText, exactText } from '../../ui/time.ts';
import { showToast } from '../../ui/toast.tsx';
import { useFormSave } from '../../ui/use-form-save.ts';
import { usePhone } from '../../ui/use-media.ts';
import css from './ledger-page.module.css';
import { ledgerCsv, ledgerPdf, ledgerQuery, pageSize, saveInterval } from './queries.ts';

const t = texts.ledger;
/** Groups whose names are abbreviations. */
const groupWords: Readonly<Record<string, string>> = t.groups;
type Columns = NonNullable<TableProps<LedgerRow>['columns']>;

/** Tag of a test state, with a word beside the colour; overdue and never tested are not normal. */
export const StateTag = ({ state }: { readonly state: LedgerRow['state'] }) => (
  <StatusTag severity={({ ok: 'ok', overdue: 'warning', never: 'stale' } as const)[state]} word={t.states[state]} />
);

/** The state of a test, and why a passed test may no longer be valid. */
const States = ({ row }: { readonly row: LedgerRow }) => (
  <Stack as="span" gap={4} justifyItems="start" className={css.states}>
    <StateTag state={row.state} />
    {row.is_out_of_service && <Mark icon="lock" word={t.outOfService} />}
    {row.is_suspected_dead && <Mark icon="eye" word={t.suspectedDead} />}
  </Stack>
);
const Mark = ({ icon, word }: { readonly icon: IconName; readonly word: string }) => (
  <small>
    <Icon name={icon} size={12} /> {word}
  </small>
);

/** A phone has room for three labels on a card; who tested how is on the page of the sensor's test. */
const onPhone: ReadonlySet<unknown> = new Set(['sensor', 'state', 'last', 'due', 'test']);

const columnsOf = (zone: string, mayTest: boolean, isPhone: boolean): Columns => {
  const day = (at: string | null) =>
    at === null ? '' : <span title={exactText(Date.parse(at), zone)}>{dayText(Date.parse(at), zone)}</span>;
  const age = ({ age_days: days }: LedgerRow): string => (days === null ? '' : t.days(days));
  const all: Columns = [
    {
      title: t.columns.sensor,
      key: 'sensor',
      render: (_, row) => (
        <Stack as="span" weight={500}>
          {row.sensor_name}
          <Text as="small" tone="quiet" size={12} weight={400} line={16}>
            {row.device}, {groupWords[row.group_name] ?? row.group_name}
          </Text>
        </Stack>
      ),
    },
    { title: t.columns.state, key: 'state', render: (_, row) => <States row={row} /> },
    {
      title: t.columns.last,
      key: 'last',
      render: (_, row) => (
        <>
          {day(row.last_passed)}
          {isPhone && row.age_days !== null && `, ${age(row)}`}
        </>
      ),
    },
    {
      title: t.columns.age,
      key: 'age',
      align: 'right',
      render: (_, row) => age(row),
    },
    { title: t.columns.due, key: 'due', render: (_, row) => day(row.due) },
    { title: t.columns.by, dataIndex: 'performed_by' },
    {
      title: t.columns.comment,
      key: 'comment',
      render: (_, row) => (
        <Text maxWidth={320} overflowWrap="anywhere" display="block">
          {row.comment}
        </Text>
      ),
    },
    ...(mayTest
      ? [
          {
            title: '',
            key: 'test',
            render: (_: unknown, row: LedgerRow) => (
              <Link
                to="/maintenance/$device/$sensor"
                params={{ device: String(row.device_id), sensor: row.sensor_id }}
                aria-label={texts.test(row.sensor_name)}
              >
                {t.testNow}
              </Link>
            ),
          },
        ]
      : []),
  ];
  return isPhone ? all.filter(({ key }) => onPhone.has(key)) : all;
};

interface IntervalForm {
  readonly days: number | null;
}

const Interval = ({ site, days }: { readonly site: number; readonly days: number }) => {
  const queries = useQueryClient();
  const [form] = Form.useForm<IntervalForm>();
  const typed = Form.useWatch('days', form);
  const isChanged = typed != null && typed !== days;
  const { run, busy } = useFormSave(
    isChanged,
    (values: IntervalForm) => saveInterval(queries, site, values.days ?? days),
    { toast: t.intervalSaved, fails: 'toast' },
  );
  return (
    <Form<IntervalForm>
      form={form}
      layout="inline"
      colon={false}
      className={css.interval ?? ''}
      initialValues={{ days }}
      onFinish={run}
    >
      <Form.Item name="days" label={t.interval}>
        <InputNumber min={1} max={3_650} precision={0} />
      </Form.Item>
      <Button type="submit" busy={busy} disabled={!isChanged}>
        {t.setInterval}
      </Button>
    </Form>
  );
};

const Bar = ({ share, label }: { readonly share: number; readonly label: string }) => (
  <Text
    as="div"
    height={6}
    borderRadius={3}
    background="var(--line)"
    overflow="hidden"
    className={css.bar}
    role="img"
    aria-label={`${label}: ${share} %`}
  >
    <div style={{ width: `${share}%` }} />
  </Text>
);

/** Test coverage of the site, in total and by device. */
const Coverage = ({ ledger, mayTest }: { readonly ledger: Ledger; readonly mayTest: boolean }) => {
  const all = ledger.devices.reduce((sum, device) => sum + device.sensors, 0);
  const isPhone = usePhone();
  const devices = (
    <Grid as="ul" columns="repeat(auto-fill, minmax(200px, 1fr))" gap={12} alignContent="start" className={css.devices}>
      {ledger.devices.map((device) => (
        <Grid as="li" columns="minmax(0, 1fr) auto" gap="6px 8px" key={device.id}>
          <Text weight={550} oneLine>
            {device.title}
          </Text>
          <Text as="b" weight={600} tone={device.ok === 0 && device.sensors > 0 ? 'warning' : 'plain'}>
            {device.coverage} %
          </Text>
          <Bar share={device.coverage} label={device.title} />
          <small>{t.sensors(device.ok, device.sensors)}</small>
          {mayTest && device.sensors > 0 && (
            <Link to="/maintenance/$device/walk" params={{ device: String(device.id) }}>
              {texts.links.walk}
            </Link>
          )}
        </Grid>
      ))}
    </Grid>
  );
  return (
    <Grid
      as="section"
      columns="minmax(220px, 1fr) 3fr"
      gap={12}
      padding="0 var(--page-pad) 16px"
      className={css.coverage}
      aria-label={t.coverage}
    >
      <Stack gap={6} alignContent="start" className={css.whole}>
        <h2>{t.coverage}</h2>
        <Text as="strong" size={28} weight={600} line={36} letterSpacing="-0.02em">
          {ledger.coverage} %
        </Text>
        <Bar share={ledger.coverage} label={t.coverage} />
        <p>{t.coverageAbout(ledger.states.ok, all, ledger.site.proof_interval_days)}</p>
      </Stack>
      {isPhone ? (
        <details>
          <summary>{t.devices}</summary>
          {devices}
        </details>
      ) : (
        devices
      )}
    </Grid>
  );
};

type Shown = LedgerRow['state'] | 'all';
const shown: readonly Shown[] = ['all', 'overdue', 'never', 'ok'];

/** The proof-test ledger of a site: the last passed test of each sensor, overdue tests, and coverage. */
export const LedgerPage = () => {
  const isPhone = usePhone();
  const { id } = useParams({ from: '/frame/sites/$id/proof-tests' });
  const site = Number(id);
  const navigate = useNavigate();
  const [state, setState] = useState<Shown>('all');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(ledgerQuery(site, state === 'all' ? null : state, page));
  const known = useKnownSite(site);
  useSiteOfPage(known);
  const mayEdit = may(known, 'site.edit');
  const save = (work: Promise<void>): void => void work.catch(() => showToast('error', t.failed));
  return (
    <>
      <PageHeader title={data ? t.title(data.site.title) : ' '}>
        <Tools label={t.exports}>
          {mayEdit && (
            <Button icon="shield" onClick={() => void navigate({ to: '/sites/$id/inspection', params: { id } })}>
              {t.inspection}
            </Button>
          )}
          <Button icon="download" onClick={() => save(ledgerCsv(site))}>
            {t.csv}
          </Button>
          <Button icon="download" onClick={() => save(ledgerPdf(site))}>
            {t.pdf}
          </Button>
        </Tools>
      </PageHeader>
      {data && <Coverage ledger={data} mayTest={mayEdit} />}
      <Row justify="space-between" wrap gap={12} padding="0 var(--page-pad) 12px">
        <Segments
          label={t.columns.state}
          items={shown.map((key) => ({
            key,
            label: key === 'all' || !data ? t.states[key] : `${t.states[key]} ${data.states[key]}`,
          }))}
          current={state}
          onPick={(next) => {
            setState(next);
            setPage(1);
          }}
        />
        {data && mayEdit && (
          <details>
            <summary>{t.intervalIs(data.site.proof_interval_days)}</summary>
            <Interval key={data.site.proof_interval_days} site={site} days={data.site.proof_interval_days} />
          </details>
        )}
      </Row>
      <ListTable<LedgerRow>
        caption={data ? t.title(data.site.title) : ''}
        rows={data?.results}
        rowKey={(row) => fullSensorId(row.device_id, row.sensor_id)}
        columns={columnsOf(data?.site.timezone ?? 'UTC', mayEdit, isPhone)}
        paging={{ page, size: pageSize, total: data?.count ?? 0, onPage: setPage }}
        empty={state === 'all' ? t.empty : t.emptyFound}
        error={error?.message}
        again={() => void refetch()}
      />
    </>
  );
};
