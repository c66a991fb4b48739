import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/notifications';
import { logSearch } from '../../domain/log-search.ts';
import { useNotifications } from '../../live/notifications.ts';
import { Icon } from '../../ui/icon.tsx';
import { Row } from '../../ui/layout.tsx';
import { severities } from '../../ui/severity.ts';
import css from './bell.module.css';
import { badgeText, bellParts } from './model.ts';
import { SoundSign } from './sound/sound.tsx';
import { useFreshUnacknowledgedCount, useUnacknowledgedCount } from './unacknowledged.tsx';

/** How many alarms are active, else how many warnings; at the bell all that is active, by severity. */
export const Count = ({ isWhole = false }: { readonly isWhole?: boolean }) => {
  const { count, rows, isLoaded } = useNotifications();
  // A dash in place of a number that was not read yet.
  if (!isLoaded) return <span className={css.count}>–</span>;
  return bellParts(rows, count)
    .slice(0, isWhole ? 3 : 1)
    .map(({ severity, count: part }) => {
      const look = severity && severities[severity];
      // At the bell drawn by CSS: its accessible name has the sum, which visible text of the parts would contradict.
      return (
        <span
          key={severity}
          className={[css.count, severity && css[severity], isWhole && css.drawn].filter(Boolean).join(' ')}
          data-count={badgeText(part)}
          title={look?.word ?? texts.active}
        >
          {look && <Icon name={look.icon} size={10} />}
          {!isWhole && badgeText(part)}
        </span>
      );
    });
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
        <Row as="span" inline gap={2}>
          {isLoaded && count === 0 ? <span className={css.count}>0</span> : <Count isWhole />}
        </Row>
        {cleared > 0 && (
          <span
            className={`${css.count} ${css.cleared} ${css.drawn}`}
            data-count={badgeText(cleared)}
            title={texts.bellCleared(badgeText(cleared))}
            aria-hidden
          />
        )}
      </button>
    </>
  );
};
