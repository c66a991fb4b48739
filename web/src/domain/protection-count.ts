import { endpoints, type ProtectionCount } from '@tocsin/contract/protection';
import { texts } from '@tocsin/contract/texts/protection';
import { callQuery } from '../api/call.ts';

/** How often what does not protect is read again, here and on its page, so that all places show one number. */
export const protectionAgainMs = 15_000;

/** What does not protect and needs somebody in a client: the number in the menu, and its parts on the first page. */
export const protectionCountQuery = (client: number | null) =>
  callQuery(['protection-count', client], endpoints.count, {
    query: {},
    enabled: client !== null,
    refetchInterval: protectionAgainMs,
  });

/** '13 need somebody'; '13 need somebody, for 14 reasons: 10 at Hutchinson Elevator, 3 at Limon Feed Mill'. */
export const needText = ({
  needs_somebody: all = 0,
  by_kind,
  by_site,
}: Pick<ProtectionCount, 'needs_somebody' | 'by_kind' | 'by_site'>): string => {
  const reasons = Object.values(by_kind).reduce((sum, count) => sum + count, 0);
  const what = reasons === all ? texts.need(all) : texts.needFor(texts.need(all), reasons);
  const places = by_site.filter(({ count }) => count > 0).map(({ title, count }) => texts.at(count, title));
  return places.length > 1 ? `${what}: ${places.join(', ')}` : what;
};
