import { endpoints, maxNetworks } from '@tocsin/contract/modbus-networks';
import { type Api, route } from '../../access/route.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';
import { badField } from '../../platform/errors.ts';
import { devicesOfSite, findNetworks, hasSeveralClients, putNetworks } from './store-networks.ts';

interface NetworksDependencies {
  readonly db: Db;
  /** After a commit: reloads the devices of the site. */
  readonly catalogChanged: (scope: { readonly kind: 'devices'; readonly ids: readonly number[] }) => Promise<void>;
}

/** Routes of the networks in which the Modbus devices of a site may lie. */
export const addNetworkRoutes = (api: Api, { db, catalogChanged }: NetworksDependencies): void => {
  route(api, endpoints.one, async ({ params }) => ({
    networks: (await findNetworks(db, params.id)) ?? null,
    are_needed: await hasSeveralClients(db),
  }));

  route(api, endpoints.change, async (call) => {
    const { params, body } = call;
    if (body.networks && body.networks.length > maxNetworks)
      throw badField('networks', `A site has at most ${maxNetworks} networks.`);
    await api.authorizer.check(call.who, 'site.see', params.id);
    await recorded(db, byCall(call), async (trx, note) => {
      const before = (await findNetworks(trx, params.id)) ?? null;
      const values = difference({ modbus_networks: before }, { modbus_networks: body.networks });
      note({ subject: 'site', subjectId: params.id, subjectName: '', siteId: params.id, action: 'change', ...values });
      await putNetworks(trx, params.id, body.networks);
    });
    await catalogChanged({ kind: 'devices', ids: await devicesOfSite(db, params.id) });
    return { networks: body.networks };
  });
};
