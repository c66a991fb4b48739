import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { WaitingSender } from '@tocsin/contract/payload-maps';
import { texts } from '@tocsin/contract/texts/payload-maps';
import { useSelection } from '../../domain/selection.ts';
import { serverNow } from '../../live/clock.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { Row, Section, Stack, Text } from '../../ui/layout.tsx';
import { Failed } from '../../ui/states.tsx';
import { waitingQuery } from './queries.ts';

const t = texts.waiting;
const longestShown = 160;

const Sender = ({ row }: { readonly row: WaitingSender }) => {
  const navigate = useNavigate();
  const { sender, device, topic, last_message, times, proposed_map, why } = row;
  const newest = times[0];
  const isSparkplug = topic?.startsWith('spBv1.0/') ?? false;
  const add = (): void => {
    if (isSparkplug) void navigate({ to: '/devices/add/json', search: sender.length <= 8 ? { udf_id: sender } : {} });
    else if (device) void navigate({ to: '/devices/edit/device/$id/values', params: { id: String(device.id) } });
    else
      void navigate({
        to: '/devices/add/values',
        search: { ...(sender ? { sender } : {}), ...(proposed_map ? { format: proposed_map.name } : {}) },
      });
  };
  return (
    <Row as="li" gap={16} wrap align="flex-start" padding="12px 0" borderTop="1px solid var(--line)">
      <Stack gap={2} minWidth={0} flex="1 1 180px">
        <Text weight={600} overflowWrap="anywhere">
          {device?.title ?? (sender || t.nameless)}
        </Text>
        <Text size={12} line={16} tone={device ? 'warning' : 'faint'} overflowWrap="anywhere">
          {device
            ? `${t.refused}: ${why}`
            : isSparkplug
              ? t.sparkplug
              : proposed_map
                ? t.looksLike(proposed_map.name)
                : why}
        </Text>
      </Stack>
      <Stack gap={2} minWidth={0} flex="3 1 260px">
        <Text as="code" size={13} line={18} overflowWrap="anywhere">
          {last_message.slice(0, longestShown)}
        </Text>
        {topic && (
          <Text as="code" size={12} line={16} tone="faint" overflowWrap="anywhere">
            {topic}
          </Text>
        )}
      </Stack>
      <Stack gap={2} flex="0 1 120px">
        <Text>
          <Age at={newest ? Date.parse(newest) : null} now={serverNow} />
        </Text>
        <Text size={12} line={16} tone="faint">
          {t.often(times.length)}
        </Text>
      </Stack>
      <Button onClick={add}>{device ? t.map : t.add}</Button>
    </Row>
  );
};

/** Senders of the selected site whose messages nobody reads yet: the answer to 'What is it?' is often among them. */
export const WaitingSenders = () => {
  const { site } = useSelection();
  const { data, error, refetch } = useQuery({ ...waitingQuery(site ?? 0), enabled: site !== null });
  if (site === null) return null;
  return (
    <Section gap={4} margin="0 var(--page-pad) 32px" aria-label={t.title}>
      <Row gap={8} wrap justify="space-between">
        <h2>{t.title}</h2>
        <Text tone="quiet" size={13} line={18}>
          {t.about}
        </Text>
      </Row>
      {error && !data && <Failed text={t.failed} again={() => void refetch()} />}
      {data?.count === 0 && <Text tone="quiet">{t.none}</Text>}
      <Stack as="ul" margin="0" padding="0" listStyle="none">
        {data?.results.map((row) => (
          <Sender key={`${row.device?.id ?? ''} ${row.sender}`} row={row} />
        ))}
      </Stack>
    </Section>
  );
};
