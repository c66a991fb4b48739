import { useQuery } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/notifications';
import { texts } from '@tocsin/contract/texts/notifications';
import { callQuery } from '../../api/call.ts';
import { useRefetchOnArrival } from '../../live/refetch-on-arrival.ts';
import css from './bell.module.css';
import { badgeText } from './model.ts';

const key = 'unacknowledged-count';
/** As often as the list of clients, which shows the same number. */
const againMs = 15_000;

/** The number of cleared notifications that need acknowledgement, of all devices that the user can see; null: not read yet. */
export const useUnacknowledgedCount = (): { readonly count: number | null; readonly isLeast: boolean } => {
  const { data } = useQuery(callQuery([key], endpoints.unacknowledgedCount, { refetchInterval: againMs }));
  return { count: data?.count ?? null, isLeast: data?.count_is_least ?? false };
};

/** Refetches the count soon after each message with events; used once, in the header. */
export const useFreshUnacknowledgedCount = (): void => useRefetchOnArrival(key, 2_000);

/** The second number at the bell and in the sidebar, outlined, beside the filled number of active notifications. */
export const UnacknowledgedCount = () => {
  const { count } = useUnacknowledgedCount();
  if (count === null || count === 0) return null;
  const words = texts.bellCleared(badgeText(count));
  return (
    <span className={`${css.count} ${css.cleared}`} role="img" aria-label={words} title={words}>
      {badgeText(count)}
    </span>
  );
};
