import { texts } from '@tocsin/contract/texts/shell';
import { useSite } from '../../domain/plant.ts';
import { shownNow } from '../../live/clock.ts';
import { useNotifications } from '../../live/notifications.ts';
import { Icon } from '../../ui/icon.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { useTicking } from '../../ui/tick.ts';
import { browserZone, clockText, zoneText } from '../../ui/time.ts';
import css from './connection.module.css';

/** Icon of the connection state, with a tooltip that also has the time at the selected site. */
export const Connection = ({ small = false }: { readonly small?: boolean }) => {
  const { socket } = useNotifications();
  const site = useSite();
  const zone = site?.timezone ?? browserZone();
  const time = useTicking(() => clockText(shownNow(), zone));
  const words = texts.connection[socket];
  if (small) {
    const where = `${words}. ${time} ${zoneText(shownNow(), zone)}`;
    return (
      <Stack
        justifyItems="center"
        gap={2}
        margin="auto 8px 0"
        padding="8px 0"
        tone="faint"
        size={12}
        line={14}
        className={css.small}
        data-state={socket}
        title={where}
      >
        <Icon name={socket === 'open' ? 'live' : 'brokenLink'} size={18} />
        <span>{texts.connectionShort[socket]}</span>
        <span className="unseen">{words}</span>
      </Stack>
    );
  }
  return (
    <Stack
      margin="0 8px"
      padding={8}
      borderTop="1px solid var(--line)"
      tone="faint"
      size={12}
      line={16}
      className={css.connection}
      data-state={socket}
    >
      <Text as="b" tone="quiet" weight={600}>
        {words}
      </Text>
      <span>
        {time} {zoneText(shownNow(), zone)}
      </span>
      <span>{zone.replace(/_/g, ' ')}</span>
    </Stack>
  );
};
