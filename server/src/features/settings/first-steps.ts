import { endpoints, type FirstSteps } from '@tocsin/contract/settings';
import { type Api, route } from '../../access/route.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { closeFirstSteps, readFirstSteps } from './store-first-steps.ts';

export interface FirstStepsDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly hasMailServer: boolean;
  /** The demo comes with everything. */
  readonly isDemo: boolean;
}

/** Routes of the setup checklist for operators, derived from what exists. */
export const addFirstStepsRoutes = (api: Api, { db, clock, hasMailServer, isDemo }: FirstStepsDependencies): void => {
  const read = async (from: Db | Trx): Promise<FirstSteps> => {
    const { closed_at, ...done } = await readFirstSteps(from);
    return { closed: isDemo || closed_at !== null, steps: { mail: hasMailServer, ...done } };
  };

  route(api, endpoints.firstSteps, () => read(db));

  route(api, endpoints.closeFirstSteps, (call) =>
    recorded(db, byCall(call), async (trx, note) => {
      const before = await read(trx);
      const { closed } = call.body;
      await closeFirstSteps(trx, closed ? new Date(clock.now()) : null);
      note({ action: 'change', subject: 'first steps', old: { closed: before.closed }, new: { closed } });
      return await read(trx);
    }),
  );
};
