import { type DeviceSettings, endpoints } from '@tocsin/contract/provisioning';
import type { ResponseFields } from '@tocsin/contract/responses';
import { type Api, route } from '../../access/route.ts';
import { scopeOf } from '../../access/scope.ts';
import type { Db } from '../../platform/db.ts';
import { version } from '../../platform/version.ts';
import { countScope, openProposals, pageOfSettings, rulesOfDevices } from './store-provisioning.ts';
import { sensorResponses } from './store-responses.ts';
import type { StoredRule } from './warnings.ts';

const stated = ({ id: _, path, ...rule }: StoredRule) => ({ ...rule, sensor_id: path });

/** The settings of many devices in one answer, for programs that compare them with a file. */
export const addProvisioningRoutes = (api: Api, { db }: { readonly db: Db }): void => {
  route(api, endpoints.settings, async ({ who, query }) => {
    if (query.client !== undefined) await api.authorizer.check(who, 'client.see', query.client);
    const scope = scopeOf(who, query.client ?? null);
    const [count, rows] = [await countScope(db, scope), await pageOfSettings(db, scope, query)];
    const ids = rows.map((row) => row.device);
    const rules = await rulesOfDevices(db, ids);
    const proposals = await openProposals(db, ids);
    const responses = await sensorResponses(db, ids);
    const results = rows.map(
      (row): DeviceSettings => ({
        ...row,
        rules: (rules.get(row.device) ?? []).map(stated),
        proposed: proposals.get(row.device) ?? null,
        responses: Object.fromEntries(responses.get(row.device) ?? new Map<string, ResponseFields>()),
      }),
    );
    return { count, results, version };
  });
};
