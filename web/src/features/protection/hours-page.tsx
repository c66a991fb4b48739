import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SiteId } from '@tocsin/contract/ids';
import { may } from '@tocsin/contract/permissions';
import type { ProtectionCause } from '@tocsin/contract/protection-causes';
import {
  monthName,
  type ProtectedDevice,
  type ProtectedHours,
  shareOf,
  shareText,
  untilText,
} from '@tocsin/contract/protection-hours';
import { texts } from '@tocsin/contract/texts/protection-hours';
import { Select } from 'antd';
import { useState } from 'react';
import { monthsQuery } from '../../domain/month-share.tsx';
import { useKnownSite, useSites } from '../../domain/plant.ts';
import { useSelection } from '../../domain/selection.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Grid, Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { pageLocale } from '../../ui/locale.ts';
import { PageHeader, Tools } from '../../ui/page-header.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { momentText } from '../../ui/time.ts';
import { showToast } from '../../ui/toast.tsx';
import { useTablet } from '../../ui/use-media.ts';
import { CertificateButton } from './components/certificate-button.tsx';
import { CauseMark, DayLabels, HoursStrip, ProtectedMark } from './components/hours-strip.tsx';
import { HoursTrend } from './components/hours-trend.tsx';
import { SettingDialog } from './components/setting-dialog.tsx';
import { hoursCsv, hoursQuery, monthAfter } from './hours-queries.ts';
import { hoursText, restText } from './model.ts';

const dayText = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(pageLocale(), { ...options, timeZone: 'UTC' }).format(Date.parse(day));
interface FiguresProps {
  readonly of: Pick<ProtectedDevice, 'share' | 'ever_tested' | 'testable' | 'running' | 'protected' | 'proved'>;
  readonly size: number;
}
/** First and large what tests have proved, where tests can; then what counts as protected. */
const Figures = ({ of, size }: FiguresProps) => {
  const share = { text: texts.shares.protected, value: of.share };
  const proved = { text: texts.shares.proved, value: shareOf(of.proved, of.running) };
  const isUnproved = of.proved < of.protected || (of.proved === 0 && of.running > 0);
  return (
    <Row wrap gap={`4px ${size / 2}px`} align="baseline" weight={600}>
      {(of.testable > 0 ? [proved, share] : [share]).map(({ text, value }, index) => {
        const px = index === 0 ? size : Math.max(14, size / 2);
        const isMarked = text === texts.shares.proved && isUnproved;
        return (
          <Text key={text} size={px} line={size + 6} whiteSpace="nowrap" tone={isMarked ? 'warning' : 'plain'}>
            {isMarked && (
              <>
                <Icon name="warning" size={size / 2} />{' '}
              </>
            )}
            {shareText(value, pageLocale())}
            <Text size={Math.max(13, px / 2.5)}> % {text}</Text>
          </Text>
        );
      })}
      {of.testable > 0 && (
        <Text whiteSpace="nowrap">
          {texts.tested(of.ever_tested, of.testable)} {texts.testedUnit}
        </Text>
      )}
    </Row>
  );
};

const card = { surface: true, padding: '14px 16px', alignContent: 'start' } as const;

/** Until when every device is counted: later hours are in no figure. */
const countingText = ({ until, site }: ProtectedHours): string =>
  texts.counting(untilText(until, site.timezone, pageLocale()));

const Summary = ({ hours, month }: { readonly hours: ProtectedHours; readonly month: string }) => {
  const { total, site, until, counted } = hours;
  const { data: trend } = useQuery(monthsQuery(site.id));
  return (
    <Grid columns="repeat(auto-fit, minmax(min(100%, 280px), 1fr))" gap={12} padding="0 var(--page-pad) 12px">
      <Stack {...card} gap={6}>
        <Text as="h2" size={13} weight={600}>
          {texts.all(hours.count, month)}
        </Text>
        {counted === 'behind' && (
          <Row as="p" gap={6} tone="warning" weight={600}>
            <Icon name="warning" size={16} />
            {countingText(hours)}
          </Row>
        )}
        <Figures of={total} size={40} />
        <Text as="p" tone="quiet">
          {texts.of(hoursText(total.protected), hoursText(total.running))}
        </Text>
        {total.proved < total.protected && <Note>{texts.untestedNote}</Note>}
        {counted === 'so_far' && until !== null && (
          <Note>{texts.soFar(momentText(Date.parse(until), Date.now(), site.timezone))}</Note>
        )}
      </Stack>
      <Stack {...card} gap={6}>
        <Text as="h2" size={13} weight={600}>
          {texts.without(hoursText(total.running - total.protected))}
        </Text>
        {total.causes.map(({ cause, minutes }) => (
          <Row key={cause} gap={8}>
            <CauseMark cause={cause} />
            <Text flex="1">{texts.causes[cause]}</Text>
            <b>{hoursText(minutes)} h</b>
          </Row>
        ))}
      </Stack>
      <Stack {...card}>{trend && <HoursTrend months={trend.results} />}</Stack>
    </Grid>
  );
};

/** Where what would have helped against a cause is; `$id` is the device, or the site of its proof tests. */
const helps: Readonly<Record<ProtectionCause, string | null>> = {
  no_data: '/devices/edit/device/$id/connect',
  offline: '/devices/edit/device/$id/connect',
  suspended: '/out-of-service',
  out_of_service: '/out-of-service',
  shelved: '/shelves',
  overdue: '/sites/$id/proof-tests',
  not_reached: '/on-call',
  no_value: '/protection',
  disabled: '/protection',
  not_scanned: '/protection',
  suspected_dead: '/protection',
  nothing_required: null,
};

interface HelpProps {
  readonly cause: ProtectionCause;
  readonly id: number;
  readonly site: number;
  readonly children: string;
}
const Help = ({ cause, id, site, children }: HelpProps) => {
  const to = helps[cause];
  if (to === null) return children;
  return (
    <Link to={to} params={{ id: String(id) } as never} search={(to === '/protection' ? { site } : {}) as never}>
      {children}
    </Link>
  );
};

const Reasons = ({ device, site }: { readonly device: ProtectedDevice; readonly site: number }) => {
  const rest = restText(device);
  if (device.reasons.length === 0 && device.proved === device.protected) return <Text tone="quiet">{rest}</Text>;
  const day = (at: string): string => dayText(at, { day: 'numeric', month: 'short' });
  return (
    <Stack as="ul" gap={4} size={12}>
      {device.reasons.slice(0, 4).map(({ cause, sensor, sensor_id, minutes, from, to }) => (
        <Row key={`${cause} ${sensor_id}`} as="li" gap={6} align="baseline">
          <CauseMark cause={cause} />
          <Help cause={cause} id={cause === 'overdue' ? site : device.device_id} site={site}>
            {texts.reason(
              sensor === null ? texts.causes[cause] : `${sensor}: ${texts.causes[cause]}`,
              hoursText(minutes),
              texts.span(day(from), day(to)),
            )}
          </Help>
        </Row>
      ))}
      {rest && (
        <Row as="li" gap={6} align="baseline">
          <ProtectedMark kind="unproved" />
          <Help cause="overdue" id={site} site={site}>
            {rest}
          </Help>
        </Row>
      )}
    </Stack>
  );
};

/** One below the other on a tablet. */
const rowColumns = (isNarrow: boolean): string =>
  isNarrow ? 'minmax(0, 1fr)' : 'minmax(150px, 3fr) minmax(200px, 4fr) minmax(400px, 8fr) minmax(180px, 4fr)';

interface Props {
  readonly isNarrow: boolean;
  readonly device: ProtectedDevice;
  readonly hours: ProtectedHours;
  readonly onSet: (() => void) | null;
}

const DeviceRow = ({ device, hours, isNarrow, onSet }: Props) => (
  <Grid
    as="li"
    columns={rowColumns(isNarrow)}
    gap={16}
    align="center"
    padding="14px 16px"
    borderTop="1px solid var(--line)"
    aria-label={device.device}
  >
    <Stack gap={2}>
      <b>{device.device}</b>
      <Note>
        {texts.required(device.required)}, {device.testable === 0 ? texts.untestable : texts.testable(device.testable)}
      </Note>
      {device.running_by === null && <Note>{texts.everyMinute}</Note>}
      {onSet && (
        <span>
          <Button look="quiet" size="bar" onClick={onSet}>
            {texts.setting.open}
          </Button>
        </span>
      )}
    </Stack>
    <Stack gap={2}>
      <Figures of={device} size={22} />
      <span>{texts.ran(hoursText(device.running))}</span>
      <Note>
        {device.running === device.protected
          ? texts.noneLost
          : texts.lost(hoursText(device.running - device.protected))}
      </Note>
      {device.protected === 0 && device.running > 0 && device.ever_tested > 0 && <Note>{texts.testedInVain}</Note>}
    </Stack>
    <div>
      <HoursStrip days={device.days} dates={hours.days} />
      {isNarrow && <DayLabels dates={hours.days} isNarrow />}
    </div>
    <Reasons device={device} site={hours.site.id} />
  </Grid>
);

const Devices = ({ hours }: { readonly hours: ProtectedHours }) => {
  const site = useKnownSite(hours.site.id);
  const [set, setSet] = useState<ProtectedDevice | null>(null);
  const canSet = site !== undefined && may(site, 'site.edit');
  const isNarrow = useTablet();
  const shown = hours.total.causes.map(({ cause }) => cause);
  return (
    <Text as="div" surface margin="0 var(--page-pad) 16px" overflow="hidden">
      {!isNarrow && (
        <Grid columns={rowColumns(false)} gap={16} padding="8px 16px" background="var(--sunken)" size={12} weight={600}>
          <span>{texts.device}</span>
          <span>{texts.protected}</span>
          <DayLabels dates={hours.days} isNarrow={false} />
          <span>{texts.why}</span>
        </Grid>
      )}
      <ul>
        {hours.results.map((device) => (
          <DeviceRow
            key={device.device_id}
            device={device}
            hours={hours}
            isNarrow={isNarrow}
            onSet={canSet ? () => setSet(device) : null}
          />
        ))}
      </ul>
      <Row
        wrap
        gap="6px 16px"
        padding="10px 16px"
        borderTop="1px solid var(--line)"
        background="var(--sunken)"
        size={12}
      >
        {(['proved', 'unproved'] as const).map((kind) => (
          <Row key={kind} gap={6}>
            <ProtectedMark kind={kind} />
            {texts.legends[kind]}
          </Row>
        ))}
        {shown.map((cause) => (
          <Row key={cause} gap={6}>
            <CauseMark cause={cause} />
            {texts.causes[cause]}
          </Row>
        ))}
        <Text marginLeft="auto" tone="quiet">
          {texts.height}. {texts.foot} {!(site && may(site, 'site.approve')) && texts.certificate.byManagers}
        </Text>
      </Row>
      {hours.count > hours.results.length && (
        <Note padding="8px 16px">{texts.more(hours.count - hours.results.length)}</Note>
      )}
      {set && <SettingDialog device={{ id: set.device_id, title: set.device }} onClose={() => setSet(null)} />}
    </Text>
  );
};

/** Protected hours of a site by month. */
export const HoursPage = ({ asked }: { readonly asked: { readonly site?: number; readonly month?: string } }) => {
  const selected = useSelection().site;
  const sites = useSites().data?.results ?? [];
  const [picked, setPicked] = useState<number | null>(asked.site ?? selected);
  const site = picked ?? sites[0]?.id ?? null;
  const [month, setMonth] = useState(() => asked.month ?? new Date().toISOString().slice(0, 7));
  const { data: hours, error, refetch } = useQuery(hoursQuery(site, month));
  const known = useKnownSite(site);
  const { data: trend } = useQuery(monthsQuery(site));
  const isOver = hours !== undefined && hours.count > 0 && hours.counted === 'whole';
  const monthText = monthName(month, pageLocale());
  // Of a month that is not over yet, the one before it.
  const finished = isOver ? month : monthAfter(month, -1);
  const isCounted =
    isOver || trend?.results.some((one) => one.month === finished && one.counted === 'whole' && one.running > 0);
  return (
    <>
      <PageHeader title={texts.title}>
        <Row as="span" gap={8}>
          <IconButton icon="left" label={texts.earlier} onClick={() => setMonth(monthAfter(month, -1))} />
          <b>{monthText}</b>
          <IconButton icon="right" label={texts.later} onClick={() => setMonth(monthAfter(month, 1))} />
        </Row>
        <Tools label={texts.tools}>
          <Select
            aria-label={texts.noSite}
            value={site}
            onChange={(id) => setPicked(id === null ? null : SiteId.parse(id))}
            options={sites.map(({ id, title }) => ({ value: id, label: title }))}
            popupMatchSelectWidth={false}
          />
          <Button
            icon="download"
            disabled={site === null}
            onClick={() => {
              if (site !== null) hoursCsv(site, month).catch(() => showToast('error', texts.failed));
            }}
          >
            {texts.csv}
          </Button>
          {known && may(known, 'site.approve') && isCounted && <CertificateButton site={known.id} month={finished} />}
        </Tools>
      </PageHeader>
      {site === null && <Empty icon="shield" title={texts.noSite} />}
      {error && !hours && <Failed text={error.message} again={() => void refetch()} />}
      {site !== null && !hours && !error && <Loading />}
      {hours && hours.count === 0 && hours.counted !== 'behind' && (
        <Empty icon="shield" title={texts.empty} text={texts.emptyText} />
      )}
      {hours && hours.count === 0 && hours.counted === 'behind' && (
        <Empty icon="shield" title={texts.inMonth(monthText, countingText(hours))} text={texts.countingText} />
      )}
      {hours && hours.count > 0 && (
        <>
          <Summary hours={hours} month={monthText} />
          <Devices hours={hours} />
        </>
      )}
    </>
  );
};
