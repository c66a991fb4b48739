import { Link } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/notifications';
import { texts as status } from '@tocsin/contract/texts/status';
import { logSearch } from '../../domain/log-search.ts';
import { useMe } from '../../domain/me.ts';
import { ResponseButton } from '../../domain/response.tsx';
import { useSelection } from '../../domain/selection.ts';
import { shownNow } from '../../live/clock.ts';
import { askAcknowledge, useNotifications } from '../../live/notifications.ts';
import { Age } from '../../ui/age.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { severities } from '../../ui/severity.ts';
import { sinceText } from '../../ui/time.ts';
import css from './banner.module.css';
import { bannerOf, countText, placeText, shelvedCount, whatText } from './model.ts';
import { useUnacknowledgedCount } from './unacknowledged.tsx';
import { useOpen } from './use-open.ts';

/** Number of active events that are shelved, as a link to them. */
const ShelvedLink = ({ count }: { readonly count: number }) => (
  <Link to="/shelves" className={css.clearedCount}>
    {texts.shelvedCount(count)}
  </Link>
);

/** The banner when no active event notifies: cleared but unacknowledged alarms, and shelved ones. */
const QuietBanner = ({ cleared, shelved }: { readonly cleared: number; readonly shelved: number }) => (
  <Row
    as="section"
    gap={12}
    padding="0 var(--page-pad)"
    whiteSpace="nowrap"
    borderBottom="1px solid var(--line2)"
    background="var(--surface)"
    tone="plain"
    className={css.banner}
    aria-live="polite"
    aria-label={cleared > 0 ? texts.unacknowledged : texts.shelved}
  >
    <Icon name="bell" size={16} />
    {cleared > 0 && <b>{texts.clearedAlarms(cleared)}</b>}
    {shelved > 0 && <ShelvedLink count={shelved} />}
    {cleared > 0 && (
      <Row as="span" gap={12} marginLeft="auto" align="stretch" className={css.actions}>
        <Link to="/notifications/all" search={logSearch({ tab: 'unacknowledged' })} className={css.show}>
          <span>{texts.show}</span>
          <Icon name="right" size={20} />
        </Link>
      </Row>
    )}
  </Row>
);

/**
 * The banner above every page about active alarms and warnings of all devices that the user can see: names the worst
 * and the first one, counts the rest and their sites. Takes no focus.
 */
export const Banner = () => {
  const { rows } = useNotifications();
  const cleared = useUnacknowledgedCount().count;
  const me = useMe();
  const selected = useSelection();
  const open = useOpen();
  const facts = bannerOf(rows);
  const shelved = shelvedCount(rows);
  if (facts === null) return cleared + shelved > 0 ? <QuietBanner cleared={cleared} shelved={shelved} /> : null;
  const { severity, warnings, worst, first } = facts;
  const at = Date.parse(worst.date_created);
  const zone = worst.location_timezone;
  const place = placeText(worst, selected);
  const unacknowledged = facts.open;
  return (
    <Row
      as="section"
      gap={12}
      padding="0 var(--page-pad)"
      whiteSpace="nowrap"
      className={`${css.banner} ${css[severity]}`}
      aria-live="polite"
      aria-label={severities[severity].word}
    >
      <Icon name={severities[severity].icon} size={16} />
      <Text as="b" paddingRight={12} borderRight="1px solid currentcolor" className={css.count}>
        {countText(facts)}
      </Text>
      <Stack as="span" flex="0 1 auto" minWidth={0} line={18} className={css.what}>
        <span className={css.event}>
          <b>{whatText(worst)}</b>
          {place && ` (${place})`}
          {worst.content && `: ${worst.content}`}
          {worst.priority && `, ${status.priorities[worst.priority]}`}
          {worst.acknowledged && `, ${texts.acknowledge.byShort(worst.acknowledged.by)}`}
        </span>
        <Row as="span" gap={12} size={12} line={16} align="stretch" className={css.when}>
          <span className={css.since}>
            {sinceText(at, shownNow(), zone)} (<Age at={at} now={shownNow} zone={zone} phrase="plain" />)
          </span>
          {first && whatText(first) !== whatText(worst) && (
            <span className={css.first}>
              {first.first_out?.uncertain_seconds == null ? texts.first : texts.incident.notCertain}: {whatText(first)}
            </span>
          )}
        </Row>
      </Stack>
      {severity === 'alarm' && warnings > 0 && (
        <Text
          flex="none"
          height={24}
          padding="0 8px"
          borderRadius="var(--r-pill)"
          background="var(--warn)"
          size={12}
          weight={600}
          className={css.rest}
        >
          <Icon name={severities.warning.icon} size={12} />
          {texts.warnings(warnings)}
        </Text>
      )}
      {cleared > 0 && (
        <Link to="/notifications/all" search={logSearch({ tab: 'unacknowledged' })} className={css.clearedCount}>
          {texts.clearedAlarms(cleared)}
        </Link>
      )}
      {shelved > 0 && <ShelvedLink count={shelved} />}
      <Row as="span" gap={12} marginLeft="auto" align="stretch" className={css.actions}>
        <button type="button" className={css.show} onClick={() => open(worst)}>
          <span>{texts.show}</span>
          <Icon name="right" size={20} />
        </button>
        <ResponseButton row={worst} what={whatText(worst)} plain />
        {unacknowledged.length > 0 && me?.kind !== 'wall' && (
          <button type="button" onClick={() => askAcknowledge(unacknowledged)}>
            {texts.acknowledge.act}
          </button>
        )}
      </Row>
    </Row>
  );
};
