import { useQueries } from '@tanstack/react-query';
import { worstFact } from '@tocsin/contract/incident-story';
import { endpoints, type Incident } from '@tocsin/contract/incidents';
import type { Notification } from '@tocsin/contract/live';
import { shownLanguage } from '@tocsin/contract/texts/define-texts';
import { texts as t } from '@tocsin/contract/texts/incidents';
import { texts } from '@tocsin/contract/texts/notifications';
import { Checkbox } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/call.ts';
import { asksForAction, storyOf } from '../../../domain/incident-story.ts';
import { NotifyNext } from '../../../domain/notify-next.tsx';
import { StoryCurve } from '../../../domain/story-curve.tsx';
import {
  Countdown,
  RespondMeter,
  StoryAdvice,
  StorySentence,
  storyEdges,
  WhoKnowsLine,
} from '../../../domain/story-view.tsx';
import { shownNow } from '../../../live/clock.ts';
import { useIncidents } from '../../../live/incidents.ts';
import { askAcknowledge } from '../../../live/notifications.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { spanText } from '../../../ui/time.ts';
import { whatText } from '../model.ts';
import { type IncidentRows, toggledIncident, waits } from './incidents.ts';
import css from './log.module.css';

/** The stories of incidents by id: those that are open everywhere, and others read one by one. */
const useStories = (ids: readonly number[]): ReadonlyMap<number, Incident> => {
  const { list } = useIncidents();
  const open = new Map((list?.results ?? []).map((incident) => [incident.id, incident]));
  const others = list === null ? [] : ids.filter((id) => !open.has(id));
  const read = useQueries({
    queries: others.map((id) => ({
      queryKey: ['incidents', id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(endpoints.one, { params: { id }, signal }),
      refetchInterval: 30_000,
      retry: false,
    })),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  });
  return new Map([...open, ...read.map((incident): [number, Incident] => [incident.id, incident])]);
};

const NotifyNow = ({ incident }: { readonly incident: Incident }) => {
  const { next } = incident;
  if (!next || next.people.length === 0) return null;
  return (
    <Row gap={8} minWidth={0}>
      <Text overflowWrap="anywhere">
        {t.isNext(next.people.join(', '))} <Countdown at={next.at} />
      </Text>
      <NotifyNext incident={incident} size="bar" />
    </Row>
  );
};

interface BandProps {
  readonly rows: readonly Notification[];
  readonly incident: Incident | undefined;
  readonly check: ReactNode;
  readonly acts: ReactNode;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The head of an incident: what it is called, where, how much, until when somebody must respond, and who is next. */
const Band = ({ rows, incident, check, acts, isOpen, onToggle }: BandProps) => {
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return null;
  const fact = incident && worstFact(incident.facts, { language: shownLanguage(), now: shownNow() });
  const title = fact ? [fact.name, fact.now || fact.value, fact.state].filter(Boolean).join(', ') : whatText(first);
  const events = t.log.events(incident?.event_count ?? rows.length);
  const spanMs = Date.parse(last.date_created) - Date.parse(first.date_created);
  return (
    <Row wrap gap="8px 16px" padding="8px 12px" background="var(--sunken)">
      {check}
      <Text as="h3" margin={0} size={14} line={20} flex="1 1 200px" minWidth={0} overflowWrap="anywhere">
        {title}{' '}
        <Text tone="quiet" weight={450}>
          {first.location}, {rows.length > 1 ? t.log.within(events, spanText(spanMs)) : events}
        </Text>
      </Text>
      <IconButton
        icon={isOpen ? 'up' : 'down'}
        label={isOpen ? t.log.fold : t.log.unfold}
        className={css.fold ?? ''}
        aria-expanded={isOpen}
        onClick={onToggle}
      />
      {incident && <RespondMeter incident={incident} />}
      {acts}
      {incident && <NotifyNow incident={incident} />}
    </Row>
  );
};

/** The film of an incident on the drawing of its site; empty where it is not drawn. */
export type FilmOf = (about: {
  readonly site: number;
  readonly zone: string;
  readonly from: number;
  readonly to: number;
  readonly sensors: readonly string[];
  /** Absent: it is open; otherwise it is a button that opens it. */
  readonly onOpen?: (() => void) | undefined;
}) => ReactNode;

/** The moments are those of the rows, so that the film is the same whatever is read later. */
const filmAbout = (rows: readonly Notification[]): Parameters<FilmOf>[0] => {
  const times = rows.map((row) => Date.parse(row.date_created));
  return {
    site: rows[0]?.location_id ?? 0,
    zone: rows[0]?.location_timezone ?? 'UTC',
    from: Math.min(...times),
    to: Math.max(...times),
    sensors: rows.flatMap((row) => row.full_sensor_id ?? []),
  };
};

interface Props {
  readonly filmOf: FilmOf;
  readonly groups: readonly IncidentRows[];
  /** Whether rows may be selected, and which are. */
  readonly selection: {
    readonly isSelected: (id: number) => boolean;
    readonly onSelect: (ids: readonly number[], isOn: boolean) => void;
  } | null;
  /** Whether the story stands above the events, and the film below them. */
  readonly isStoryFirst: boolean;
  /** Whether they stand in the order of the banner, each with its story, and not in that of the page. */
  readonly isWorstFirst: boolean;
  readonly may: boolean;
  /** The rows of one incident in the columns of the log. */
  readonly children: (rows: readonly Notification[], isFirst: boolean) => ReactNode;
}

/** The log by incident: a band for each, its events below, the story, and who knows. */
export const IncidentList = ({ filmOf, selection, isStoryFirst, isWorstFirst, may, children, ...page }: Props) => {
  const places = new Map((useIncidents().list?.results ?? []).map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: IncidentRows): number => places.get(id) ?? places.size;
  const groups = isWorstFirst ? page.groups.toSorted((a, b) => placeOf(a) - placeOf(b)) : page.groups;
  const [shown, setShown] = useState<number | null>(groups[0]?.id ?? null);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const stories = useStories(groups.map(({ id }) => id));
  return (
    <Stack gap={12} padding="0 var(--page-pad) 16px">
      {groups.map(({ id, rows }, n) => {
        const incident = stories.get(id);
        const story = incident && storyOf(incident, shownNow());
        const isShelved = rows.every((row) => row.is_shelved && row.is_active);
        const isOpen = !folded.has(id);
        const ids = rows.filter((row) => row.needs_acknowledgement && row.acknowledged === null).map((row) => row.id);
        const waiting = rows.filter(waits);
        const isActive = waiting.some((row) => row.is_active);
        const chosen = selection ? ids.filter(selection.isSelected).length : 0;
        const check = selection && ids.length > 0 && (
          <Checkbox
            checked={chosen === ids.length}
            indeterminate={chosen > 0 && chosen < ids.length}
            aria-label={t.log.select(story?.headline ?? String(id))}
            onChange={(event) => selection.onSelect(ids, event.target.checked)}
          />
        );
        const film = filmOf({ ...filmAbout(rows), onOpen: shown === id ? undefined : () => setShown(id) });
        const about = incident && story && !isShelved && (
          <Row wrap align="flex-start" gap={16} padding="12px 16px" borderTop="1px solid var(--line)">
            <Stack gap={12} flex="2 1 360px" minWidth={0}>
              {(rows.length > 1 || isWorstFirst) && (
                <Text as="p" margin={0} overflowWrap="anywhere">
                  <StorySentence story={story} facts={incident.facts} without={['advice', 'person']} />
                </Text>
              )}
              {(asksForAction(incident) || (isWorstFirst && !story.advice_is_past)) && <StoryAdvice story={story} />}
              <WhoKnowsLine incident={incident} />
              {!isStoryFirst && asksForAction(incident) && <StoryCurve incident={incident} now={shownNow()} />}
            </Stack>
            {!isStoryFirst && film}
          </Row>
        );
        return (
          <Text
            as="section"
            surface
            key={id}
            overflow="hidden"
            borderLeft={`4px solid ${storyEdges[story?.severity ?? 'cleared']}`}
          >
            {!isShelved && (
              <Band
                rows={rows}
                incident={incident}
                check={check}
                // Above the story, where a phone shows it at once.
                acts={
                  isStoryFirst &&
                  may &&
                  waiting.length > 0 && (
                    <Button look={isActive ? 'primary' : 'plain'} onClick={() => askAcknowledge(waiting)}>
                      {waiting.length > 1 ? texts.acknowledge.short(waiting.length) : texts.acknowledge.act}
                    </Button>
                  )
                }
                isOpen={isOpen}
                onToggle={() => setFolded(toggledIncident(folded, id))}
              />
            )}
            {isOpen && isStoryFirst && about}
            {isOpen && children(rows, n === 0)}
            {isOpen && !isStoryFirst && about}
            {isOpen && isStoryFirst && about && (
              <Row wrap padding="12px 16px" borderTop="1px solid var(--line)">
                {film}
              </Row>
            )}
          </Text>
        );
      })}
    </Stack>
  );
};
