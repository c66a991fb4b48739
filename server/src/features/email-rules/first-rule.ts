import type { Trx } from '../../platform/db.ts';
import { hasRule, insertRule } from './store.ts';

/** Gives a client's contact person a first rule (alarms, at once, all devices), unless they have one. */
export const makeFirstRule = async (
  trx: Trx,
  userId: number,
  clientId: number,
  at: Date,
): Promise<number | undefined> => {
  if (await hasRule(trx, userId, clientId)) return undefined;
  return await insertRule(
    trx,
    { userId, clientId },
    {
      send_to_alternative: false,
      alternative_contact: '',
      event_type: 'alarm',
      contact_when: 0,
      x: null,
      all_devices: true,
      number_per_hour: 0,
      is_active: true,
    },
    at,
  );
};
