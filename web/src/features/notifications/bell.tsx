import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/notifications';
import { useNotifications } from '../../live/notifications.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './bell.module.css';
import { badgeText, bannerOf } from './model.ts';
import { SoundSign } from './sound/sound.tsx';

/** The number of active notifications: red for alarms, amber for warnings only. */
export const Count = () => {
  const { count, rows } = useNotifications();
  if (count === 0) return null;
  return <span className={`${css.count} ${css[bannerOf(rows)?.severity ?? 'other']}`}>{badgeText(count)}</span>;
};

/** The bell in the header: alarm sound state, and a link to everything active, whatever is selected. */
export const Bell = () => {
  const { count } = useNotifications();
  const navigate = useNavigate();
  const open = (): void =>
    void navigate({ to: '/notifications/all' as string, search: { timestamp: Date.now() } as never });
  return (
    <>
      <SoundSign />
      <button
        type="button"
        className={css.bell}
        aria-label={texts.bell(count)}
        title={texts.bell(count)}
        onClick={open}
      >
        <Icon name="bell" size={20} />
        <span className={css.badge}>
          {count === 0 ? <span className={`${css.count} ${css.other}`}>0</span> : <Count />}
        </span>
      </button>
    </>
  );
};
