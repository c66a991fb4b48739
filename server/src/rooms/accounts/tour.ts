import { endpoints } from '@tocsin/contract/accounts';
import { byCall, recorded } from '../../base/audit.ts';
import { type Api, route } from '../../policy/route.ts';
import type { AccountsParts } from './parts.ts';
import { profileOf, setTourClosed } from './store.ts';

/** Whether the person has seen the tour: kept here, so that no other browser shows it again. */
export const addTourRoute = (api: Api, { db, clock }: AccountsParts): void => {
  route(api, endpoints.tour, async (call) => {
    const { who, body } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = await profileOf(trx, who.userId);
      await setTourClosed(trx, who.userId, body.closed ? new Date(clock.now()) : null);
      note({
        ...{ action: 'change', subject: 'person', subjectId: who.userId, subjectName: who.name },
        ...{ old: { tour_closed: before?.tour_closed_at != null }, new: { tour_closed: body.closed } },
      });
    });
    return body;
  });
};
