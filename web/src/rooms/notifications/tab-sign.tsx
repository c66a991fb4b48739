import { useTabSign } from '../../kit/tab-sign.ts';
import { useLasting } from '../../kit/use-lasting.ts';
import { useNotifications } from '../../wire/notifications.ts';
import { bannerOf, tabStateOf } from './model.ts';

/** A socket that is back within this time was not worth a word, as above the page. */
const worthMs = 1_500;

/** What the banner says, for whoever has the portal in a tab behind others: as its title and in the favicon's place. */
export const AlarmTab = () => {
  const { rows, socket } = useNotifications();
  const isLost = useLasting(socket === 'down', worthMs);
  const { sign, text } = tabStateOf(bannerOf(rows), isLost);
  useTabSign(sign, text);
  return null;
};
