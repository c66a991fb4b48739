import type { Edge } from '@tocsin/contract/edges';
import { texts } from '@tocsin/contract/texts/edges';
import type { ReactNode } from 'react';
import { serverNow } from '../../../live/clock.ts';
import { Age } from '../../../ui/age.tsx';
import { Grid, Stack, Text } from '../../../ui/layout.tsx';
import css from '../edges.module.css';
import { adapterTexts, offsetText, queueShare, sizeText } from '../model.ts';

const t = texts.facts;

const Fact = ({ name, children, about }: { readonly name: string; readonly children: ReactNode; about?: string }) => (
  <Stack alignContent="start" gap={2} minWidth={0} className={css.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
    {about !== undefined && (
      <Text as="dd" size={12} line={16} tone="faint" className={css.quiet}>
        {about}
      </Text>
    )}
  </Stack>
);

const Bar = ({ share, isFull }: { readonly share: number; readonly isFull: boolean }) => (
  <meter className={isFull ? css.fullBar : css.bar} min={0} max={1} value={share} aria-label={texts.queueFilled} />
);

/** The health report of an edge. */
export const EdgeFacts = ({ edge, zone }: { readonly edge: Edge; readonly zone: string }) => {
  const { health, seen_at } = edge;
  const share = health ? queueShare(health) : 0;
  return (
    <Grid
      as="dl"
      columns="repeat(auto-fill, minmax(150px, 1fr))"
      gap="12px 20px"
      margin={0}
      padding="12px 0"
      borderTop="1px solid var(--line)"
      borderBottom="1px solid var(--line)"
      className={css.facts}
    >
      <Fact name={t.seen}>
        <Age at={seen_at === null ? null : Date.parse(seen_at)} now={serverNow} zone={zone} never={texts.never} />
      </Fact>
      {(edge.refused_items ?? 0) > 0 && (
        <Fact name={t.notItsOwn} about={texts.notItsOwnAbout}>
          {edge.refused_items}
        </Fact>
      )}
      {health && (
        <>
          <Fact name={t.queue}>
            {texts.records(health.queue_records)}
            <Bar share={share} isFull={health.is_full} />
            <small>{texts.share(sizeText(health.queue_bytes), sizeText(health.queue_bound_bytes))}</small>
          </Fact>
          <Fact name={t.oldest}>
            <Age at={health.oldest_at} now={serverNow} zone={zone} phrase="plain" never={texts.nothing} />
          </Fact>
          <Fact name={t.clock}>
            <span title={texts.clockAbout}>
              {health.clock_offset_ms === null
                ? texts.clockUnknown
                : texts.clockText(offsetText(health.clock_offset_ms))}
            </span>
          </Fact>
          <Fact name={t.version} about={texts.configuration(edge.configuration)}>
            {health.version}
          </Fact>
          <Fact name={t.memory}>{sizeText(health.memory_bytes)}</Fact>
          <Fact name={t.started}>
            <Age at={health.started_at} now={serverNow} zone={zone} />
          </Fact>
          <Fact name={t.refused} about={texts.sinceStart}>
            {texts.records(health.refused_records)}
          </Fact>
          <Fact name={t.damaged} about={texts.sinceStart}>
            {texts.records(health.damaged_records)}
          </Fact>
          <Fact name={t.missed} about={texts.sinceStart}>
            {health.missed_polls}
          </Fact>
          <Fact name={t.notifies} {...(health.notifies ? {} : { about: texts.notifiesHow })}>
            {health.notifies ? texts.notifies : texts.notifiesNot}
          </Fact>
          {(health.maps ?? []).length > 0 && (
            <Fact name={t.maps}>{health.maps?.map((map) => texts.mapVersion(map.name, map.version)).join(', ')}</Fact>
          )}
          <Fact name={t.adapters}>
            <ul>
              {adapterTexts(health).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Fact>
        </>
      )}
    </Grid>
  );
};
