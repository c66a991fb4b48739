import { endpoints } from '@tocsin/contract/accounts';
import { type Api, route } from '../../access/route.ts';
import { endSession } from '../../access/store-sessions.ts';
import { byCall } from '../../platform/audit.ts';
import { addActivationRoutes } from './activation.ts';
import { addKeyRoutes } from './api-keys.ts';
import { createCaptcha } from './captcha.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { addLanguageRoute } from './language.ts';
import { addOwnDataRoute } from './own-data.ts';
import { addPasskeySignInRoutes } from './passkey-sign-in.ts';
import { addPasskeyRoutes } from './passkeys.ts';
import { presentMe } from './present.ts';
import { addPublicFormRoutes } from './public-forms.ts';
import { recordedOf } from './record.ts';
import { addPasswordRoutes } from './reset.ts';
import { addSessionRoutes } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { clientsByIds, profileOf, selectedThings } from './store.ts';
import { addTourRoute } from './tour.ts';
import { addTwoFactorRoutes } from './two-factor.ts';
import { addWallRoutes } from './walls.ts';

export const addAccountRoutes = (api: Api, dependencies: AccountsDependencies): void => {
  const { db, clock } = dependencies;

  route(api, endpoints.login, ({ body, address, request }) =>
    signIn(dependencies, body.username, body.password, { address, agent: request.headers['user-agent'] ?? '' }),
  );

  route(api, endpoints.logout, async (call) => {
    const { who } = call;
    const whose =
      who.kind === 'person'
        ? { subjectId: who.userId, subjectName: who.name }
        : { subjectId: who.sessionId, clientId: who.clientId, siteId: who.siteId };
    const personId = who.kind === 'person' ? who.userId : who.madeBy;
    await recordedOf(db, byCall(call), personId, async (trx, note) => {
      await endSession(trx, who.sessionId, new Date(clock.now()));
      note({ action: 'sign out', subject: 'session', ...whose, old: { session: who.sessionId }, new: null });
    });
    if (who.kind === 'person') await dependencies.signedOut?.(who.userId);
    return { detail: 'Successfully logged out.' };
  });

  route(api, endpoints.me, async ({ who, lenientSelection }) => {
    const profile = who.kind === 'person' ? await profileOf(db, who.userId) : undefined;
    const selected = await selectedThings(db, await lenientSelection());
    const clients = who.kind === 'person' ? await clientsByIds(db, [...who.clients.keys(), ...who.lockedClients]) : [];
    return { ...presentMe(who, profile, selected, clients), offline: dependencies.offline?.grant(who) };
  });

  addPublicFormRoutes(api, dependencies, createCaptcha(dependencies));
  addActivationRoutes(api, dependencies);
  addPasswordRoutes(api, dependencies);
  addTwoFactorRoutes(api, dependencies);
  addPasskeyRoutes(api, dependencies);
  addPasskeySignInRoutes(api, dependencies);
  addSessionRoutes(api, dependencies);
  addWallRoutes(api, dependencies);
  addKeyRoutes(api, dependencies);
  addTourRoute(api, dependencies);
  addLanguageRoute(api, dependencies);
  addOwnDataRoute(api, dependencies);
};
