import { Icon } from '../../kit/icon.tsx';
import { useTicking } from '../../kit/tick.ts';
import { browserZone, clockText, zoneText } from '../../kit/time.ts';
import { shownNow } from '../../wire/clock.ts';
import { useNotifications } from '../../wire/notifications.ts';
import { useSite } from '../../wire/plant.ts';
import css from './connection.module.css';
import { texts } from './texts.ts';

/** Whether this page hears the server, and what time it is where the selected site is. Small: a sign, its words on hover. */
export const Connection = ({ small = false }: { readonly small?: boolean }) => {
  const { socket } = useNotifications();
  const site = useSite();
  const zone = site?.timezone ?? browserZone();
  const time = useTicking(() => clockText(shownNow(), zone));
  const words = texts.connection[socket];
  if (small) {
    const where = `${words}. ${time} ${zoneText(shownNow(), zone)}`;
    return (
      <div className={css.small} data-state={socket} title={where}>
        <Icon name={socket === 'open' ? 'live' : 'brokenLink'} size={18} />
        <span>{texts.connectionShort[socket]}</span>
        <span className="unseen">{words}</span>
      </div>
    );
  }
  return (
    <div className={css.connection} data-state={socket}>
      <b>{words}</b>
      <span>
        {time} {zoneText(shownNow(), zone)}
      </span>
      <span>{zone.replace(/_/g, ' ')}</span>
    </div>
  );
};
