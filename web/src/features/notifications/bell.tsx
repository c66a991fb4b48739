import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/notifications';
import { logSearch } from '../../domain/log-search.ts';
import { useNotifications } from '../../live/notifications.ts';
import { Icon } from '../../ui/icon.tsx';
import { Text } from '../../ui/layout.tsx';
import { severities } from '../../ui/severity.ts';
import css from './bell.module.css';
import { badgeText, worstActive } from './model.ts';
import { SoundSign } from './sound/sound.tsx';
import { useFreshUnacknowledgedCount, useUnacknowledgedCount } from './unacknowledged.tsx';

/** In place of a number that was not read yet. */
const Unread = () => (
  <Text minWidth={18} size={12} line={16} weight={650} className={`${css.count} ${css.other}`}>
    –
  </Text>
);

/** The number of active notifications with the sign of the worst, red or amber; a dash until it was read. */
export const Count = () => {
  const { count, rows, isLoaded } = useNotifications();
  if (!isLoaded) return <Unread />;
  if (count === 0) return null;
  const worst = worstActive(rows);
  const look = worst && severities[worst];
  return (
    <Text
      minWidth={18}
      size={12}
      line={16}
      weight={650}
      className={`${css.count} ${css[worst ?? 'other']}`}
      title={look?.word}
    >
      {look && <Icon name={look.icon} size={10} />}
      {badgeText(count)}
    </Text>
  );
};

/** The bell in the header: state of the alarm sound, and a link to all active events, whatever is selected. */
export const Bell = () => {
  const { count, isLoaded } = useNotifications();
  const cleared = useUnacknowledgedCount().count ?? 0;
  useFreshUnacknowledgedCount();
  const navigate = useNavigate();
  const words = [isLoaded ? texts.bell(count) : texts.title, cleared > 0 ? texts.bellCleared(badgeText(cleared)) : '']
    .filter(Boolean)
    .join(', ');
  const open = (): void =>
    void navigate({ to: '/notifications/all' as string, search: logSearch({ timestamp: Date.now() }) });
  return (
    <>
      <SoundSign />
      <button type="button" className={css.bell} aria-label={words} title={words} onClick={open}>
        <Icon name="bell" size={20} />
        <Text display="inline-flex">
          {isLoaded && count === 0 ? (
            <Text minWidth={18} size={12} line={16} weight={650} className={`${css.count} ${css.other}`}>
              0
            </Text>
          ) : (
            <Count />
          )}
        </Text>
        {/* Drawn by CSS: the accessible name contains both numbers, the visible text only the first. */}
        {cleared > 0 && (
          <Text
            minWidth={18}
            size={12}
            line={16}
            weight={650}
            className={`${css.count} ${css.cleared} ${css.second}`}
            data-count={badgeText(cleared)}
            aria-hidden
          />
        )}
      </button>
    </>
  );
};
