import type { Trx } from '../../base/audit.ts';
import { insertRule } from './store.ts';

/** When a client is made, its contact person gets a rule: alarm, at once, all devices (decisions.md 6). */
export const makeFirstRule = (trx: Trx, userId: number, clientId: number, at: Date): Promise<number> =>
  insertRule(
    trx,
    { userId, clientId },
    {
      ...{ send_to_alternative: false, alternative_contact: '', event_type: 'alarm', contact_when: 0, x: null },
      ...{ all_devices: true, number_per_hour: 0, is_active: true },
    },
    at,
  );
