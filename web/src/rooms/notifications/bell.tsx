import { useNavigate } from '@tanstack/react-router';
import { Icon } from '../../kit/icon.tsx';
import { useNotifications } from '../../wire/notifications.ts';
import css from './bell.module.css';
import { badgeText, bannerOf } from './model.ts';
import { SoundSign } from './sound/sound.tsx';
import { texts } from './texts.ts';

/** The number of active notifications: red while an alarm stands, amber while only warnings do. */
export const Count = () => {
  const { count, rows } = useNotifications();
  if (count === 0) return null;
  return <span className={`${css.count} ${css[bannerOf(rows)?.severity ?? 'other']}`}>{badgeText(count)}</span>;
};

/** Whether alarms sound here; and what leads to everything that is active, whatever is selected. */
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
