import { DeviceType } from '@tocsin/contract/device-type';
import { ClientId, DeviceId } from '@tocsin/contract/ids';
import { endpoints } from '@tocsin/contract/registry';
import { byCall } from '../../base/audit.ts';
import type { Clock } from '../../base/clock.ts';
import { badField } from '../../base/errors.ts';
import { type Api, route } from '../../policy/route.ts';
import { type ImportParts, importRegistry } from './registry.ts';
import { listRegistry } from './store-registry.ts';

const mostBytes = 8 * 1024 * 1024;

export const addRegistryRoutes = (api: Api, parts: ImportParts & { readonly clock: Clock }): void => {
  route(api, endpoints.list, async ({ query }) => {
    const { count, rows } = await listRegistry(parts.db, query);
    const results = rows.map((row) => ({
      serial_number: row.serial_number,
      device_type: DeviceType.parse(row.device_type),
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
    const file = await call.request.file({ limits: { fileSize: mostBytes, files: 1 }, throwFileSizeLimit: false });
    if (!file) throw badField('file', 'Please choose a file');
    const bytes = await file.toBuffer();
    if (file.file.truncated) throw badField('file', 'The file must be at most 8 MiB');
    const at = new Date(parts.clock.now());
    return await importRegistry(parts, byCall(call), bytes, call.query.take_good, at);
  });
};
