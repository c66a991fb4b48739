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
import { shortSpanText } from '../../ui/time.ts';
import { useSessionState } from '../../ui/use-session-state.ts';
import { rhythmOf, saysOf } from './model.ts';
import { waitingQuery } from './queries.ts';

const t = texts.waiting;

const keyOf = ({ device, sender }: WaitingSender): string => `${device?.id ?? ''} ${sender}`;

const Sender = ({ row, onIgnore }: { readonly row: WaitingSender; readonly onIgnore: () => void }) => {
  const navigate = useNavigate();
  const { sender, device, topic, last_message, times, proposed_map, why } = row;
  const newest = times[0];
  const rhythm = rhythmOf(times);
  const isSparkplug = topic?.startsWith('spBv1.0/') ?? false;
  const add = (): void => {
    if (isSparkplug)
      void navigate({
        to: '/devices/add/json',
        search: { sparkplug: sender.slice(0, 60), ...(sender.length <= 8 ? { udf_id: sender } : {}) },
      });
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
          {saysOf(last_message)}
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
          {rhythm === null ? t.often(times.length) : t.every(shortSpanText(rhythm))}
        </Text>
      </Stack>
      <Row gap={4}>
        <Button look="quiet" onClick={onIgnore}>
          {t.ignore}
        </Button>
        <Button onClick={add}>{device ? t.map : t.add}</Button>
      </Row>
    </Row>
  );
};

/** The waiting senders of the selected site, without those that this tab ignores. */
export const useWaiting = () => {
  const { site } = useSelection();
  const [ignored, ignore] = useSessionState('ignored senders', '');
  const query = useQuery({ ...waitingQuery(site ?? 0), enabled: site !== null });
  const keys = ignored.split('\n').filter(Boolean);
  const all = query.data?.results ?? [];
  const shown = all.filter((row) => !keys.includes(keyOf(row)));
  return {
    site,
    query,
    all,
    shown,
    ignore: (row?: WaitingSender) => ignore(row ? [...keys, keyOf(row)].join('\n') : ''),
  };
};

/** Senders of the selected site whose messages nobody reads yet: the answer to 'What is it?' is often among them. */
export const WaitingSenders = ({ site, query, all, shown, ignore }: ReturnType<typeof useWaiting>) => {
  if (site === null) return null;
  return (
    <Section gap={4} margin="0 var(--page-pad) 32px" aria-label={t.title}>
      <Row gap={8} wrap justify="space-between">
        <h2>{t.title}</h2>
        <Text tone="quiet" size={13} line={18}>
          {t.about}
        </Text>
      </Row>
      {query.error && !query.data && <Failed text={t.failed} again={() => void query.refetch()} />}
      {query.data && shown.length === 0 && <Text tone="quiet">{t.none}</Text>}
      <Stack as="ul" margin="0" padding="0" listStyle="none">
        {shown.map((row) => (
          <Sender key={keyOf(row)} row={row} onIgnore={() => ignore(row)} />
        ))}
      </Stack>
      {shown.length < all.length && (
        <Row gap={8} wrap tone="quiet">
          {t.ignored(all.length - shown.length)}
          <Button look="quiet" onClick={() => ignore()}>
            {t.show}
          </Button>
        </Row>
      )}
    </Section>
  );
};
