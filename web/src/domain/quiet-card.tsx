import { Link } from '@tanstack/react-router';
import { isWorsening, worseningText } from '@tocsin/contract/incident-story';
import type { Now } from '@tocsin/contract/incidents';
import { shownLanguage } from '@tocsin/contract/texts/define-texts';
import { texts as t } from '@tocsin/contract/texts/incidents';
import { texts as shell } from '@tocsin/contract/texts/shell';
import { shownNow } from '../live/clock.ts';
import { useNotifications } from '../live/notifications.ts';
import { Age } from '../ui/age.tsx';
import { Icon } from '../ui/icon.tsx';
import { Row, Section, Stack, Text } from '../ui/layout.tsx';
import { browserZone, minuteText, momentText } from '../ui/time.ts';
import { leadOf, storyOf, worstFirst } from './incident-story.ts';
import { logSearch } from './log-search.ts';
import css from './quiet-card.module.css';
import { StoryAdvice } from './story-view.tsx';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const sitesAtMost = 8;
/** Hours of the axis before its end, and half the width of their texts. */
const hoursBefore = [21, 15, 9, 3];
const halfTime = 16;

/** The last 24 hours of each site: spans of alarms, warnings and outages. */
const Day = ({ now, zone }: { readonly now: Now; readonly zone: string }) => {
  const end = Date.parse(now.as_of);
  const share = (at: number): number => Math.min(1, Math.max(0, (at - (end - dayMs)) / dayMs)) * 100;
  return (
    <Stack flex="1 1 280px" gap={12} minWidth={0}>
      <Text as="h3" size={12} line={16} tone="quiet" weight={500}>
        {t.now.day}
      </Text>
      {now.day.slice(0, sitesAtMost).map(({ site, spans }) => (
        <Stack key={site.id} gap={4} size={12} line={16}>
          <span>{site.title}</span>
          <div className={css.day}>
            {spans.map(({ severity, from, to }) => {
              const left = share(Date.parse(from));
              const right = share(to === null ? end : Date.parse(to));
              return (
                <i
                  key={`${severity} ${from}`}
                  data-severity={severity}
                  style={{ left: `${left}%`, width: `${Math.max(0, right - left)}%` }}
                />
              );
            })}
          </div>
        </Stack>
      ))}
      <Text as="div" position="relative" height={16} size={12} line={16} tone="quiet">
        {hoursBefore.map((hours) => {
          const at = Math.floor(end / hourMs - hours) * hourMs;
          return (
            <Text key={at} as="time" position="absolute" left={`calc(${share(at)}% - ${halfTime}px)`}>
              {minuteText(at, zone)}
            </Text>
          );
        })}
      </Text>
    </Stack>
  );
};

/** Nothing is active: since when, or what else is open; who reports, the day, and what was last. */
export const QuietCard = ({ now }: { readonly now: Now }) => {
  const { quiet_since: since, devices, last } = now;
  const { socket } = useNotifications();
  const story = last && storyOf(last, shownNow());
  const zone = last?.site.timezone ?? browserZone();
  const lead = last && leadOf(last);
  const open = worstFirst(now.incidents.results, shownNow()).filter(({ kind }) => kind === 'cleared');
  // What somebody acknowledged may climb again too.
  const climbing = [...open.map(({ incident }) => incident), ...(last ? [last] : [])].find(({ facts }) =>
    isWorsening(facts),
  );
  const climbs = climbing && worseningText(climbing.facts, { language: shownLanguage(), now: shownNow() });
  const quiet = since === null ? t.now.quiet : t.now.quietSince(momentText(Date.parse(since), shownNow(), zone));
  return (
    <Section flex="1 1 auto" gap={24} padding={24} minWidth={0} aria-label={t.now.title}>
      <Text as="h2" size={14} tone="quiet">
        {t.now.title}
      </Text>
      <Row wrap align="flex-start" gap="24px 40px" flex="1 1 auto">
        <Stack flex="1 1 280px" gap={8} minWidth={0} alignSelf="center">
          <Text as="p" margin={0} size={28} line={36} weight={650}>
            {climbs ?? (open.length > 0 ? t.clearedOpen(now.incidents.totals.cleared) : quiet)}
          </Text>
          {climbing && <StoryAdvice story={storyOf(climbing, shownNow())} />}
          {open.length > 0 && (
            <Link to="/notifications/all" search={logSearch({ tab: 'unacknowledged' })}>
              {open[0]?.story.headline}
            </Link>
          )}
          <Text as="p" margin={0} tone="quiet">
            {t.now.devices(devices.online, devices.total)}
          </Text>
          <Row as="p" gap={8} margin={0} tone="quiet">
            <Icon name={socket === 'open' ? 'live' : 'brokenLink'} size={16} />
            <span>
              {shell.connectionShort[socket]}
              {devices.newest !== null && ', '}
              {devices.newest !== null && <Age at={Date.parse(devices.newest)} now={shownNow} zone={zone} />}
            </span>
          </Row>
        </Stack>
        <Day now={now} zone={zone} />
      </Row>
      {story && lead && (
        <Row wrap justify="space-between" gap={12} paddingTop={12} borderTop="1px solid var(--line)">
          <Text minWidth={0} overflowWrap="anywhere">
            {t.now.last}: <b>{story.headline}</b>
            {story.first && `. ${story.first}`}
          </Text>
          <Link to="/notifications/all" search={logSearch({ tab: 'historical', device: lead.device_id })}>
            {t.open}
          </Link>
        </Row>
      )}
    </Section>
  );
};
