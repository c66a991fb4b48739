import { useNotifications } from '../../live/notifications.ts';
import { useTabSign } from '../../ui/tab-sign.ts';
import { useSustained } from '../../ui/use-sustained.ts';
import { bannerOf, tabStateOf } from './model.ts';

/** A socket that reconnects within this time is not reported, as above the page. */
const worthMs = 1_500;

/** Shows the banner's message in the tab's title and favicon, for people who have the portal in a background tab. */
export const AlarmTab = () => {
  const { rows, socket } = useNotifications();
  const isLost = useSustained(socket === 'down', worthMs);
  const { sign, text } = tabStateOf(bannerOf(rows), isLost);
  useTabSign(sign, text);
  return null;
};
