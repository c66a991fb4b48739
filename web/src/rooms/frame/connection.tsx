import { useTicking } from '../../kit/tick.ts';
import { browserZone, clockText, zoneText } from '../../kit/time.ts';
import { shownNow } from '../../wire/clock.ts';
import { useNotifications } from '../../wire/notifications.ts';
import { useSite } from '../../wire/plant.ts';
import css from './connection.module.css';
import { texts } from './texts.ts';

/** Whether this page hears the server, and what time it is where the selected site is. */
export const Connection = () => {
  const { socket } = useNotifications();
  const site = useSite();
  const zone = site?.timezone ?? browserZone();
  const time = useTicking(() => clockText(shownNow(), zone));
  return (
    <div className={css.connection} data-state={socket}>
      <b>{texts.connection[socket]}</b>
      <span>
        {time} {zoneText(shownNow(), zone)}
      </span>
      <span>{zone.replace(/_/g, ' ')}</span>
    </div>
  );
};
