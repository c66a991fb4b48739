import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Story, StorySeverity } from '@tocsin/contract/incident-story';
import { freshMs, type Incident, type Now } from '@tocsin/contract/incidents';
import type { Severity } from '@tocsin/contract/status';
import { texts as t } from '@tocsin/contract/texts/incidents';
import { texts as notifications } from '@tocsin/contract/texts/notifications';
import { acknowledgedText, advisedOf, leadOf, storyOf, worstFirst } from '../../../domain/incident-story.ts';
import { logSearch } from '../../../domain/log-search.ts';
import { NotifyNext } from '../../../domain/notify-next.tsx';
import { nowQuery } from '../../../domain/overview.ts';
import { openDevice } from '../../../domain/plant.ts';
import { QuietCard } from '../../../domain/quiet-card.tsx';
import { ResponseButton } from '../../../domain/response.tsx';
import { StoryCurve } from '../../../domain/story-curve.tsx';
import { RespondMeter, StoryAdvice, StorySentence, storyEdges, WhoKnowsLine } from '../../../domain/story-view.tsx';
import { serverNow, shownNow } from '../../../live/clock.ts';
import { useIncidents } from '../../../live/incidents.ts';
import { useRefetchOnArrival } from '../../../live/refetch-on-arrival.ts';
import { Button, buttonLink } from '../../../ui/button.tsx';
import { Row, Section, Stack, Text } from '../../../ui/layout.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useTicking } from '../../../ui/tick.ts';
import { momentText, spanText } from '../../../ui/time.ts';
import { useAction } from '../../../ui/use-action.ts';
import { tabOf } from '../model.ts';
import { SideCards } from './side.tsx';

/** Others beside the first one are a line each. */
const linesAtMost = 5;

const severityOf: Readonly<Record<StorySeverity, Severity>> = {
  alarm: 'alarm',
  warning: 'warning',
  offline: 'offline',
  shelved: 'disabled',
  cleared: 'ok',
};
const Tag = ({ story }: { readonly story: Story }) => {
  const { severity } = story;
  const word =
    severity === 'cleared' ? notifications.cleared : severity === 'shelved' ? notifications.shelved : undefined;
  return <StatusTag severity={severityOf[severity]} {...(word === undefined ? {} : { word })} />;
};

const useOpenIncident = () => {
  const navigate = useNavigate();
  return useAction((device: number) => openDevice(device), { onDone: () => navigate({ to: '/dashboard' }) });
};

/** The worst incident as its live story. */
const StoryCard = ({ incident }: { readonly incident: Incident }) => {
  const { run: open, busy } = useOpenIncident();
  // The moments in the story are minutes; values come with each answer.
  useTicking(() => Math.floor(serverNow() / 10_000));
  const now = shownNow();
  // Who is next stands below, with the countdown.
  const story = storyOf({ facts: { ...incident.facts, next: null } }, now);
  const lead = leadOf(incident);
  const advised = advisedOf(incident);
  const { facts, site } = incident;
  return (
    <Section
      gap={12}
      flex="1 1 auto"
      minWidth={0}
      border={`2px solid ${storyEdges[story.severity]}`}
      aria-label={t.now.title}
    >
      <Row wrap justify="space-between" gap="4px 12px">
        <Row wrap gap="4px 12px" minWidth={0} overflowWrap="anywhere">
          <h2>{t.now.title}</h2>
          <Tag story={story} />
          <b>{lead?.device}</b>
          <Text tone="quiet">{site.title}</Text>
        </Row>
        {lead && (
          <Text size={12} tone="quiet">
            {t.now.live(spanText(now - (facts.events[0]?.at ?? now)))}
          </Text>
        )}
      </Row>
      <Row wrap align="flex-start" gap="12px 24px">
        <Stack flex="3 1 320px" gap={12} minWidth={0}>
          <Text as="p" margin={0} size={20} line={28} overflowWrap="anywhere" aria-live="polite">
            <StorySentence story={story} facts={facts} />
          </Text>
          <StoryAdvice story={story} />
        </Stack>
        <StoryCurve incident={incident} now={now} />
      </Row>
      <Row wrap justify="space-between" gap="12px 24px" paddingTop={12} borderTop="1px solid var(--line)">
        <WhoKnowsLine incident={incident} />
        <RespondMeter incident={incident} />
      </Row>
      <Row wrap gap={8}>
        {lead && (
          <Button look="primary" busy={busy} onClick={() => open(lead.device_id)}>
            {t.open}
          </Button>
        )}
        {advised && <ResponseButton row={advised} what={story.headline} story={story} />}
        <NotifyNext incident={incident} />
      </Row>
    </Section>
  );
};

/** A further incident in one line, which opens where the log has it. */
const StoryLine = ({ incident }: { readonly incident: Incident }) => {
  const story = storyOf(incident, shownNow());
  const lead = leadOf(incident);
  const acknowledged = acknowledgedText(incident);
  return (
    <Section gap={0} minWidth={0}>
      <Row wrap gap="4px 12px">
        <Tag story={story} />
        <Text flex="1 1 200px" minWidth={0} overflowWrap="anywhere">
          <b>{story.headline}</b>{' '}
          <Text tone="quiet">
            {[story.first, story.runs, story.now, incident.site.title].filter(Boolean).join('. ')}
          </Text>
        </Text>
        {acknowledged && (
          <Text size={12} tone="quiet">
            {acknowledged}
          </Text>
        )}
        {lead && (
          <Link
            to="/notifications/all"
            className={buttonLink}
            search={logSearch({ tab: tabOf(lead), device: lead.device_id })}
          >
            {t.open}
          </Link>
        )}
      </Row>
    </Section>
  );
};

const Incidents = ({ now }: { readonly now: Now }) => {
  const open = useIncidents().list?.results ?? [];
  // As the banner has them, so that both tell the same one first, and the same of who is next.
  const known = now.incidents.results.map((one) => open.find(({ id }) => id === one.id) ?? one);
  const [first, ...others] = worstFirst(known, serverNow()).map(({ incident }) => incident);
  const lines = others.slice(0, linesAtMost);
  const rest = now.incidents.count - 1 - lines.length;
  if (!first) return <QuietCard now={now} />;
  return (
    <>
      <StoryCard incident={first} />
      {lines.map((incident) => (
        <StoryLine key={incident.id} incident={incident} />
      ))}
      {rest > 0 && (
        <Link to="/notifications" search={logSearch({})}>
          {t.more(rest)}
        </Link>
      )}
    </>
  );
};

/** What happens now at the sites of the page, what is due today, and what needs somebody. */
export const NowSection = ({ client }: { readonly client: number | null }) => {
  const { data, error, refetch } = useQuery(nowQuery(client));
  useRefetchOnArrival('now', 300);
  const outdated = useTicking(() => {
    const asOf = data ? Date.parse(data.as_of) : null;
    return asOf !== null && serverNow() - asOf > freshMs ? asOf : null;
  });
  if (error && !data) return <Failed text={t.now.failed} again={() => void refetch()} />;
  const zone = data?.incidents.results[0]?.site.timezone ?? 'UTC';
  return (
    <Row wrap align="flex-start" gap={12} padding="0 var(--page-pad) 16px">
      <Stack flex="3 1 min(100%, 560px)" gap={12} minWidth={0}>
        {outdated !== null && (
          <Text as="p" margin={0} role="status">
            {t.asOf(momentText(outdated, serverNow(), zone))}
          </Text>
        )}
        {data ? <Incidents now={data} /> : <Skeleton width="100%" height={320} />}
      </Stack>
      <Stack flex="1 1 280px" gap={12} minWidth={0}>
        <SideCards now={data ?? null} />
      </Stack>
    </Row>
  );
};
