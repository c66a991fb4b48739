import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Due, Now } from '@tocsin/contract/incidents';
import { may } from '@tocsin/contract/permissions';
import { protectionKinds } from '@tocsin/contract/protection';
import { texts as t } from '@tocsin/contract/texts/incidents';
import { texts as protection } from '@tocsin/contract/texts/protection';
import type { ReactNode } from 'react';
import { useKnownSite } from '../../../domain/plant.ts';
import { needText, protectionCountQuery } from '../../../domain/protection-count.ts';
import { useSelection } from '../../../domain/selection.ts';
import { shownNow } from '../../../live/clock.ts';
import { Age } from '../../../ui/age.tsx';
import { Count } from '../../../ui/count.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Row, Section, Stack, Text } from '../../../ui/layout.tsx';
import { minuteText } from '../../../ui/time.ts';

/** One of each kind, so that what is due does not push the sites out of sight; the others are counted. */
const dueAtMost = 4;
const silentAtMost = 5;

interface Props {
  readonly title: string;
  /** Null: not read yet. */
  readonly count: number | null;
  readonly none: string;
  readonly children: ReactNode;
}

/** A card of the right column: a title with its number, a row for each, or what it says when there is none. */
const SideCard = ({ title, count, none, children }: Props) => (
  <Section gap={0} padding={0}>
    <Row justify="space-between" padding="10px 16px">
      <h2>{title}</h2>
      {count !== 0 && <Count of={count} />}
    </Row>
    <Stack as="ul" gap={0} margin={0} padding={0} listStyle="none">
      {count === 0 ? (
        <SideRow icon="tick">
          <Text tone="quiet">{none}</Text>
        </SideRow>
      ) : (
        children
      )}
    </Stack>
  </Section>
);

interface SideRowProps {
  readonly icon: IconName;
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

const SideRow = ({ icon, end, children }: SideRowProps) => (
  <Row as="li" gap={12} padding="8px 16px" borderTop="1px solid var(--line)">
    <Icon name={icon} size={16} />
    <Text flex="1 1 auto" minWidth={0} overflowWrap="anywhere">
      {children}
    </Text>
    {end && (
      <Text flex="none" size={12} weight={600} textAlign="right">
        {end}
      </Text>
    )}
  </Row>
);

const icons: Readonly<Record<Due['kind'], IconName>> = {
  test: 'clock',
  round: 'tick',
  task: 'wrench',
  handover: 'right',
};
const pages: Readonly<Record<Due['kind'], string>> = {
  test: '/sites/$id/proof-tests',
  round: '/sites/$id/rounds',
  task: '/maintenance-tasks',
  handover: '/sites/$id/handover',
};

const DueRow = ({ due }: { readonly due: Due }) => {
  const { kind, device, site, what, sensor_id: sensor, at, days_over: days } = due;
  const mayTest = may(useKnownSite(site.id), 'site.edit') && sensor !== undefined;
  const when = days > 0 ? t.due.over(days) : at === null ? t.due.today : minuteText(Date.parse(at), site.timezone);
  return (
    <SideRow
      icon={icons[kind]}
      end={
        days > 0 ? (
          <Text padding="1px 6px" border="2px solid var(--text)" borderRadius={4}>
            {when}
          </Text>
        ) : (
          when
        )
      }
    >
      <Link
        to={mayTest ? '/maintenance/$device/$sensor' : (pages[kind] as string)}
        params={{ id: String(site.id), device: String(device?.id), sensor } as never}
      >
        <b>{t.due.kinds[kind]}</b>
      </Link>{' '}
      <Text tone="quiet">{[what, device?.title ?? site.title].filter(Boolean).join(', ')}</Text>
    </SideRow>
  );
};

/** What is due today, what is silent, and what needs somebody; dashes until it was read. */
export const SideCards = ({ now }: { readonly now: Now | null }) => {
  const { client } = useSelection();
  const { data: needs } = useQuery(protectionCountQuery(client));
  return (
    <>
      <SideCard title={t.due.title} count={now?.due_count ?? null} none={t.due.none}>
        {now?.due.slice(0, dueAtMost).map((due) => (
          <DueRow key={`${due.kind} ${due.site.id} ${due.device?.id} ${due.what}`} due={due} />
        ))}
        {now && now.due_count > dueAtMost && <SideRow icon="more">{t.more(now.due_count - dueAtMost)}</SideRow>}
      </SideCard>
      <SideCard title={t.silent.title} count={now?.silent_count ?? null} none={t.silent.none}>
        {now?.silent.slice(0, silentAtMost).map(({ device, site, since }) => (
          <SideRow
            key={device.id}
            icon="brokenLink"
            end={
              <Age
                at={since === null ? null : Date.parse(since)}
                now={shownNow}
                zone={site.timezone}
                phrase="plain"
                never={t.silent.never}
              />
            }
          >
            <b>{device.title}</b> <Text tone="quiet">{site.title}</Text>
          </SideRow>
        ))}
        {now && now.silent_count > silentAtMost && (
          <SideRow icon="more">{t.more(now.silent_count - silentAtMost)}</SideRow>
        )}
      </SideCard>
      {client !== null && (
        <SideCard title={t.needs.title} count={needs?.needs_somebody ?? null} none={t.needs.none}>
          {needs && (
            <SideRow icon="brokenLink" end={<Link to="/protection">{t.show}</Link>}>
              {needText(needs)}
              <Text display="block" tone="quiet" size={12}>
                {protectionKinds
                  .flatMap((kind) => (needs.by_kind[kind] ? `${needs.by_kind[kind]} ${protection.kinds[kind]}` : []))
                  .join(', ')}
              </Text>
            </SideRow>
          )}
        </SideCard>
      )}
    </>
  );
};
