import { endpoints } from '@tocsin/contract/device-registry';
import { ClientId, DeviceId } from '@tocsin/contract/ids';
import { type Api, route } from '../../access/route.ts';
import { byCall } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { badField } from '../../platform/errors.ts';
import { readFile } from '../../platform/http/form.ts';
import { type ImportDependencies, importRegistry } from './registry.ts';
import { listRegistry } from './store-registry.ts';

const maxBytes = 8 * 1024 * 1024;

export const addRegistryRoutes = (api: Api, dependencies: ImportDependencies & { readonly clock: Clock }): void => {
  route(api, endpoints.list, async ({ query }) => {
    const { count, rows } = await listRegistry(dependencies.db, query);
    const results = rows.map((row) => ({
      serial_number: row.serial_number,
      device_type: row.device_type,
      device_type_label: row.label ?? row.device_type,
      imported_at: row.imported_at.toISOString(),
      device:
        row.device_id === null || row.client_id === null
          ? null
          : {
              id: DeviceId.parse(row.device_id),
              title: row.device_title ?? '',
              location: row.site_title ?? '',
              client: ClientId.parse(row.client_id),
              company: row.company ?? '',
            },
    }));
    return { count, results };
  });

  route(api, endpoints.import, async (call) => {
    const file = await readFile(call.request, maxBytes);
    if (!file) throw badField('file', 'Please choose a file');
    if (file.isCut) throw badField('file', 'The file must be at most 8 MiB');
    const { bytes } = file;
    const at = new Date(dependencies.clock.now());
    return await importRegistry(dependencies, byCall(call), bytes, call.query.take_good, at);
  });
};
