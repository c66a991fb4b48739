import { endpoints } from '@tocsin/contract/accounts';
import { type Api, route } from '../../access/route.ts';
import { setTourClosed } from '../../access/store-people.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { profileOf } from './store.ts';

/** Stores whether the person has seen the tour, so that no other browser shows it again. */
export const addTourRoute = (api: Api, { db, clock }: AccountsDependencies): void => {
  route(api, endpoints.tour, async (call) => {
    const { who, body } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = await profileOf(trx, who.userId);
      await setTourClosed(trx, who.userId, body.closed ? new Date(clock.now()) : null);
      note({
        action: 'change',
        subject: 'person',
        subjectId: who.userId,
        subjectName: who.name,
        old: { tour_closed: before?.tour_closed_at != null },
        new: { tour_closed: body.closed },
      });
    });
    return body;
  });
};
