import { useNotifications } from '../../live/notifications.ts';
import { useTabSign } from '../../ui/tab-sign.ts';
import { useSustained } from '../../ui/use-sustained.ts';
import { bannerOf, tabStateOf } from './model.ts';

/** A lost connection is shown after this time, as above the page. */
const graceMs = 1_500;

/** Shows the banner's message in the title and favicon of the browser tab, for tabs in the background. */
export const AlarmTab = () => {
  const { rows, socket } = useNotifications();
  const isLost = useSustained(socket === 'down', graceMs);
  const { sign, text } = tabStateOf(bannerOf(rows), isLost);
  useTabSign(sign, text);
  return null;
};
