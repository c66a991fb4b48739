import { endpoints } from '@tocsin/contract/accounts';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db.ts';
import type { Throttle } from '../../base/throttle.ts';
import { type Api, route } from '../../policy/route.ts';
import { presentMe } from './present.ts';
import { signIn } from './sign-in.ts';
import { clientsByIds, endSession, profileOf, selectedParts } from './store.ts';

export interface AccountsParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly throttle: Throttle;
}

export const addAccountRoutes = (api: Api, parts: AccountsParts): void => {
  const { db, clock } = parts;

  route(api, endpoints.login, ({ body, address, request }) =>
    signIn(parts, body.username, body.password, { address, agent: request.headers['user-agent'] ?? '' }),
  );

  route(api, endpoints.logout, async ({ who }) => {
    await endSession(db, who.sessionId, new Date(clock.now()));
    return { detail: 'Successfully logged out.' };
  });

  route(api, endpoints.me, async ({ who, lenientSelection }) => {
    const profile = who.kind === 'person' ? await profileOf(db, who.userId) : undefined;
    const selected = await selectedParts(db, await lenientSelection());
    const clients = who.kind === 'person' ? await clientsByIds(db, [...who.clients.keys()]) : [];
    return presentMe(who, profile, selected, clients);
  });
};
