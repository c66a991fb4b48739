import type { WrittenOffline } from '@tocsin/contract/offline';
import { texts } from '@tocsin/contract/texts/offline';
import { dayMinuteText } from '../ui/time.ts';

/** Both times of what was written without a network. */
export const writtenOfflineText = ({ device_at, received_at }: WrittenOffline, zone: string): string =>
  texts.withoutNetwork(dayMinuteText(Date.parse(device_at), zone), dayMinuteText(Date.parse(received_at), zone));
