import {
  adviceOf,
  type ClauseKind,
  type Story,
  type StoryFacts,
  type StorySeverity,
} from '@tocsin/contract/incident-story';
import type { Incident } from '@tocsin/contract/incidents';
import { texts as t } from '@tocsin/contract/texts/incidents';
import { texts as knows } from '@tocsin/contract/texts/who-knows';
import { serverNow } from '../live/clock.ts';
import { Icon } from '../ui/icon.tsx';
import { Row, Stack, Text } from '../ui/layout.tsx';
import { useTicking } from '../ui/tick.ts';
import { exactText, minuteText } from '../ui/time.ts';
import {
  byEmailOnly,
  countdownText,
  namedPieces,
  partlyAcknowledgedText,
  respondBy,
  uncoveredSince,
} from './incident-story.ts';
import css from './story-view.module.css';

/** The colour of an incident's edge says the same as its tag. */
export const storyEdges: Readonly<Record<StorySeverity, string>> = {
  alarm: 'var(--alarm)',
  warning: 'var(--warn)',
  offline: 'var(--line2)',
  shelved: 'var(--line2)',
  cleared: 'var(--line2)',
};

interface SentenceProps {
  readonly story: Story;
  readonly facts: StoryFacts;
  /** Kinds of clauses that stand elsewhere. */
  readonly without?: readonly ClauseKind[];
}

/** The clauses of a story as one sentence: times quiet, names and the present value bold. */
export const StorySentence = ({ story, facts, without = ['advice'] }: SentenceProps) => (
  <>
    {story.clauses
      .filter(({ kind }) => !without.includes(kind))
      .map(({ time, kind, text }) => (
        <span key={`${time} ${text}`}>
          {time !== '' && <Text tone="quiet">{time} </Text>}
          {kind === 'trend' ? (
            <b>{text}</b>
          ) : (
            namedPieces(text, facts.events).map((piece, n) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name.
              piece.isName ? <b key={n}>{piece.text}</b> : <span key={n}>{piece.text}</span>,
            )
          )}
          {/[.!?…]$/.test(text) ? ' ' : '. '}
        </span>
      ))}
  </>
);

/** What to do, never folded away; nothing where nobody said. */
export const StoryAdvice = ({ story }: { readonly story: Story }) => {
  const advice = adviceOf(story);
  if (advice === undefined) return null;
  return (
    <Row
      gap={12}
      align="flex-start"
      padding="10px 14px"
      border="1px solid var(--line2)"
      borderRadius="var(--r-card)"
      background="var(--sunken)"
    >
      <Icon name={story.advice_runs ? 'warningSolid' : 'shield'} size={16} />
      <Text as="p" margin={0} weight={600} overflowWrap="anywhere" whiteSpace="pre-line">
        {advice}
      </Text>
    </Row>
  );
};

/** The initials of a name, at most two: 'SO' for 'Sam Ortega'. */
const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .slice(0, 2)
    .join('');

const Avatar = ({ name, mark }: { readonly name: string; readonly mark?: 'done' | 'next' | 'failed' | undefined }) => (
  <span className={css.avatar} data-mark={mark} aria-hidden>
    {initials(name)}
    {mark === 'done' && <Icon name="tick" size={12} />}
    {mark === 'failed' && <Icon name="close" size={12} />}
  </span>
);

/** Time until the next person is notified, '12:03'. */
export const Countdown = ({ at }: { readonly at: string }) => (
  <time dateTime={at}>{useTicking(() => countdownText(Date.parse(at) - serverNow()))}</time>
);

/** Nobody was notified: loud while it lasts, unless rules sent messages of their own, or it is held back. */
const Nobody = ({ incident: { is_told_otherwise: isTold, active, counts } }: { readonly incident: Incident }) => {
  const isQuiet = isTold || active === counts.shelved;
  return (
    <Text as="li" tone={isQuiet ? 'quiet' : 'alarm'} weight={isQuiet ? 400 : 600}>
      {!isQuiet && <Icon name="warningSolid" size={16} />} {isTold ? t.toldByRules : t.nobodyKnows}
    </Text>
  );
};

/** Who was notified and who acknowledged, each with their time; then who is next. */
export const WhoKnowsLine = ({ incident, most = 4 }: { readonly incident: Incident; readonly most?: number }) => {
  const { who_knows: people, next, site } = incident;
  const zone = site.timezone;
  const mailed = byEmailOnly(incident);
  // A tick beside an alarm that nobody has acknowledged would say that it is in hand.
  const isUncovered = uncoveredSince(incident) !== null;
  const isDone = !isUncovered && partlyAcknowledgedText(incident) === null;
  return (
    <Row as="ul" wrap gap="8px 20px" margin={0} padding={0} listStyle="none" aria-label={t.knows}>
      {people.slice(0, most).map(({ name, state, at, methods, comment }) => (
        <Row as="li" key={name} gap={8} minWidth={0} title={exactText(Date.parse(at), zone)}>
          <Avatar
            name={name}
            mark={state === 'failed' ? 'failed' : state === 'acknowledged' && isDone ? 'done' : undefined}
          />
          <Stack gap={0} minWidth={0} line={16}>
            <b>{name}</b>
            <Text
              size={12}
              tone={mailed.has(name) ? 'warning' : 'quiet'}
              weight={mailed.has(name) ? 600 : 400}
              overflowWrap="anywhere"
            >
              {mailed.has(name) && <Icon name="warningSolid" size={12} />} {t.states[state]}{' '}
              {minuteText(Date.parse(at), zone)}
              {mailed.has(name)
                ? `, ${t.emailOnly}`
                : state !== 'acknowledged' &&
                  methods.length > 0 &&
                  `, ${methods.map((one) => knows.methods[one]).join(', ')}`}
              {comment && `, ‘${comment}’`}
              {state === 'acknowledged' && isUncovered && `, ${t.onlyEarlier}`}
            </Text>
          </Stack>
        </Row>
      ))}
      {people.length > most && <Text as="li">{t.more(people.length - most)}</Text>}
      {people.length === 0 && <Nobody incident={incident} />}
      {next && next.people.length > 0 && (
        <Row as="li" gap={8} minWidth={0}>
          <Avatar name={next.people[0] ?? ''} mark="next" />
          <Stack gap={0} line={16}>
            <b>{t.isNext(next.people.join(', '))}</b>
            <Text size={12} tone="quiet">
              <Countdown at={next.at} /> ({minuteText(Date.parse(next.at), zone)})
            </Text>
          </Stack>
        </Row>
      )}
    </Row>
  );
};

/** How much of the time to respond has passed; nothing where none is set. */
export const RespondMeter = ({ incident }: { readonly incident: Incident }) => {
  const respond = respondBy(incident);
  const left = useTicking(() => (respond === null ? 0 : Math.floor((respond.until - serverNow()) / 1_000)));
  if (respond === null) return null;
  const share = Math.min(1, Math.max(0, 1 - (left * 1_000) / (respond.until - respond.from)));
  const text = left >= 0 ? t.left(countdownText(left * 1_000)) : t.over(countdownText(-left * 1_000));
  return (
    <Stack gap={4} flex="0 1 220px" minWidth={200} size={12} line={16}>
      <Row justify="space-between" gap={8}>
        <Text tone="quiet">{t.respondWithin(respond.minutes)}</Text>
        <b>{text}</b>
      </Row>
      <Text as="div" height={6} borderRadius={3} background="var(--line)" overflow="hidden" aria-hidden>
        <Text as="div" height={6} width={`${share * 100}%`} background={left < 0 ? 'var(--alarm)' : 'var(--text2)'} />
      </Text>
    </Stack>
  );
};
