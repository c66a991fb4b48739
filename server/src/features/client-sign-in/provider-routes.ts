import {
  type ClientProvider,
  type ClientProviderState,
  endpoints,
  notAnIssuer,
} from '@tocsin/contract/client-provider';
import { ClientId } from '@tocsin/contract/ids';
import { refuseOlder } from '../../access/api-versions.ts';
import { type Api, route } from '../../access/route.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import {
  finishLinking,
  finishProviderSignIn,
  invitedBy,
  mayLink,
  type ProviderDependencies,
  redirectUriOf,
  startAttempt,
} from './provider-sign-in.ts';
import { lockSignIn } from './store.ts';
import * as store from './store-provider.ts';

/** What people may see of a provider. */
const shown = (row: store.ProviderRow): Omit<ClientProvider, 'version'> => ({
  issuer: row.issuer,
  oidc_client_id: row.oidc_client_id,
  is_active: row.is_active,
  groups_claim: row.groups_claim,
  role_mapping: row.role_mapping,
});

/** Routes of a client's provider, of the sign-in by it, and of people's links with it. */
export const addProviderRoutes = (api: Api, dependencies: ProviderDependencies): void => {
  const { db, encryption, publicUrl, isPrivateAllowed } = dependencies;
  const present = async (clientId: number): Promise<ClientProviderState> => {
    const row = await store.findProvider(db, clientId);
    return {
      provider: row ? { ...shown(row), version: row.version } : null,
      redirect_uri: redirectUriOf(publicUrl),
      sign_in_address: `${publicUrl}/sign-in/client/${clientId}`,
    };
  };

  route(api, endpoints.one, ({ params }) => present(params.id));

  route(api, endpoints.put, async (call) => {
    const { id } = call.params;
    const { version, secret, ...values } = call.body;
    if (!values.issuer.startsWith('https://') && !isPrivateAllowed(new URL(values.issuer).hostname))
      throw badField('issuer', notAnIssuer);
    await recorded(db, byCall(call), async (trx, note) => {
      const { company } = await lockSignIn(trx, id);
      const before = await store.findProvider(trx, id);
      await refuseOlder(version, before?.version ?? 0, () => present(id));
      const stored = secret === undefined ? before?.secret : encryption.close(secret);
      if (!stored) throw badField('secret', 'This field is required.');
      await store.putProvider(trx, { client_id: id, ...values, secret: stored });
      const was = before ? { ...shown(before) } : {};
      const changed = difference(was, { ...values });
      const masked = secret === undefined ? {} : { secret: 'changed' };
      const about = { subject: 'client', subjectId: id, subjectName: company, clientId: id };
      note({
        action: 'change',
        ...about,
        old: { provider: changed.old },
        new: { provider: { ...changed.new, ...masked } },
      });
    });
    return await present(id);
  });

  route(api, endpoints.remove, async (call) => {
    const { id } = call.params;
    await recorded(db, byCall(call), async (trx, note) => {
      const { company } = await lockSignIn(trx, id);
      const before = orNotFound(await store.findProvider(trx, id));
      await store.deleteProvider(trx, id);
      const about = { subject: 'client', subjectId: id, subjectName: company, clientId: id };
      note({ action: 'change', ...about, old: { provider: shown(before) }, new: { provider: null } });
    });
  });

  route(api, endpoints.start, ({ body }) =>
    startAttempt(dependencies, { clientId: body.client, browser: body.browser, isAgain: body.again }),
  );
  route(api, endpoints.invited, async ({ params }) => {
    const rows = await store.listActive(db, (await invitedBy(dependencies, params.token)).clientIds);
    const results = rows.map(({ client_id, company }) => ({ client: ClientId.parse(client_id), company }));
    return { count: results.length, results };
  });
  route(api, endpoints.startInvited, async ({ body: { token, client, browser } }) => {
    const { linkId, clientIds } = await invitedBy(dependencies, token);
    if (!clientIds.includes(client)) throw new Refusal('not-found');
    return await startAttempt(dependencies, { clientId: client, browser, linkId });
  });
  route(api, endpoints.finish, ({ body, address, request }) =>
    finishProviderSignIn(dependencies, body, { address, agent: request.headers['user-agent'] ?? '' }),
  );

  const links = async (userId: number, clientIds: readonly number[]) => {
    const rows = await store.listLinks(db, userId, clientIds);
    const results = rows.map((row) => ({
      client: ClientId.parse(row.client_id),
      company: row.company,
      issuer: row.issuer,
      linked_at: row.created_at?.toISOString() ?? null,
      used_at: row.used_at?.toISOString() ?? null,
    }));
    return { count: results.length, results };
  };
  route(api, endpoints.links, ({ who }) => links(who.userId, [...who.clients.keys()]));

  route(api, endpoints.startLink, async ({ who, body }) => {
    mayLink(who, body.client);
    await dependencies.demandPassword(who.userId, body.password);
    return await startAttempt(dependencies, { clientId: body.client, browser: body.browser, userId: who.userId });
  });
  route(api, endpoints.finishLink, async ({ who, body, address }) => {
    await finishLinking(dependencies, { who, returned: body, address });
    return await links(who.userId, [...who.clients.keys()]);
  });

  route(api, endpoints.unlink, async (call) => {
    const { who, params } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const gone = await store.deleteLink(trx, params.id, who.userId);
      if (!gone) throw new Refusal('not-found');
      const about = { subject: 'person', subjectId: who.userId, subjectName: who.name, clientId: params.id };
      note({ action: 'change', ...about, old: { provider: gone.issuer }, new: { provider: null } });
    });
  });
};
