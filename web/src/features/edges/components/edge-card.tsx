import { Link } from '@tanstack/react-router';
import type { Edge } from '@tocsin/contract/edges';
import { texts } from '@tocsin/contract/texts/edges';
import { serverNow } from '../../../live/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { momentText } from '../../../ui/time.ts';
import css from '../edges.module.css';
import { eventsOf, severityOf } from '../model.ts';
import { EdgeFacts } from './edge-facts.tsx';

/** Actions on an edge. */
export interface EdgeActions {
  readonly rename: (edge: Edge) => void;
  readonly assign: (edge: Edge) => void;
  readonly newCode: (edge: Edge) => void;
  readonly remove: (edge: Edge) => void;
}

interface Props {
  readonly edge: Edge;
  readonly zone: string;
  /** null: the user may not change the edge. */
  readonly actions: EdgeActions | null;
}

const textOf = (iso: string, zone: string): string => momentText(Date.parse(iso), serverNow(), zone);

function aboutOf({ state, code_expires_at, claimed_at }: Edge, zone: string): string | null {
  if (state === 'full' || state === 'silent' || state === 'behind') return texts.stateAbout[state];
  if (code_expires_at !== null) return texts.waitsUntil(textOf(code_expires_at, zone));
  return claimed_at === null ? texts.codeOver : null;
}

const Events = ({ edge, zone }: Pick<Props, 'edge' | 'zone'>) => {
  const events = eventsOf(edge);
  return (
    <section aria-label={texts.events}>
      <h3>{texts.events}</h3>
      {events.length === 0 && (
        <Text as="p" size={12} line={16} tone="faint" className={css.quiet}>
          {texts.noEvents}
        </Text>
      )}
      <Stack as="ul" gap={4} className={css.events}>
        {events.map(({ key, outage, gap }) => (
          <li key={key}>
            {outage && (
              <>
                {texts.outage(
                  textOf(outage.from, zone),
                  textOf(outage.to, zone),
                  Math.max(1, Math.round((Date.parse(outage.to) - Date.parse(outage.from)) / 60_000)),
                )}
                <small>{outage.late_events === null ? texts.outageComing : texts.outageOver(outage.late_events)}</small>
              </>
            )}
            {gap && (
              <>
                {texts.gap(gap.device.title, textOf(gap.from, zone), textOf(gap.to, zone), gap.polls)}
                <small>{texts.gapAbout}</small>
              </>
            )}
          </li>
        ))}
      </Stack>
    </section>
  );
};

/** One edge: its state, its health report, its devices and its events. */
export const EdgeCard = ({ edge, zone, actions }: Props) => {
  const about = aboutOf(edge, zone);
  const made = texts.madeBy(edge.made_by, textOf(edge.made_at, zone));
  return (
    <Grid
      as="article"
      surface
      columns="minmax(0, 1fr)"
      gap={12}
      padding="16px 20px"
      className={css.card}
      aria-labelledby={`edge-${edge.id}`}
    >
      <header>
        <h2 id={`edge-${edge.id}`}>{edge.title}</h2>
        <StatusTag severity={severityOf[edge.state]} word={texts.states[edge.state]} />
        {actions && (
          <Row as="span" wrap justify="flex-end" gap={8} align="stretch" className={css.acts}>
            <Button size="bar" onClick={() => actions.assign(edge)}>
              {texts.assign}
            </Button>
            <Button size="bar" onClick={() => actions.rename(edge)}>
              {texts.rename}
            </Button>
            <Button size="bar" onClick={() => actions.newCode(edge)}>
              {texts.newCode}
            </Button>
            <Button size="bar" look="danger" onClick={() => actions.remove(edge)}>
              {texts.remove}
            </Button>
          </Row>
        )}
      </header>
      {about !== null && (
        <Text as="p" maxWidth="72ch" tone="quiet">
          {about}
        </Text>
      )}
      {edge.asks_for && <Notice tone="warning">{texts.asksFor(edge.asks_for)}</Notice>}
      <EdgeFacts edge={edge} zone={zone} />
      <section aria-label={texts.devices}>
        <h3>{texts.devices}</h3>
        {edge.devices.length === 0 && (
          <Text as="p" size={12} line={16} tone="faint" className={css.quiet}>
            {texts.noDevices}
          </Text>
        )}
        <Row as="ul" wrap gap="4px 16px" align="stretch">
          {edge.devices.map(({ id, title }) => (
            <li key={id}>
              <Link to="/devices/edit/device/$id" params={{ id: String(id) }}>
                {title}
              </Link>
            </li>
          ))}
        </Row>
      </section>
      {edge.claimed_at !== null && <Events edge={edge} zone={zone} />}
      <Text as="p" size={12} line={16} tone="faint" className={css.quiet}>
        {edge.claimed_at === null ? made : `${made}, ${texts.claimed(textOf(edge.claimed_at, zone))}`}
      </Text>
    </Grid>
  );
};
