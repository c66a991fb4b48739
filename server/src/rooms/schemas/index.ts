import type { Db } from '../../base/db.ts';
import type { RoomLoaders } from '../../policy/gate.ts';
import type { Api } from '../../policy/route.ts';
import { loadSite } from '../../policy/store.ts';
import type { SchemaParts } from './parts.ts';
import { addMachineRoutes } from './routes-machines.ts';
import { addSchemaListRoutes } from './routes-schemas.ts';
import { addTabRoutes } from './routes-tabs.ts';
import { siteOfMachine, siteOfSchema, siteOfTab } from './store.ts';

export type { DayGraph, SchemaParts, SensorOf } from './parts.ts';
export { seedSchema } from './seed.ts';
export type { LiveOf } from './sensors.ts';
export { addSchemaSockets, type DevicesFeed } from './sockets.ts';
export { schemasUsing } from './store.ts';

export const addSchemaRoutes = (api: Api, parts: SchemaParts): void => {
  addSchemaListRoutes(api, parts);
  addTabRoutes(api, parts);
  addMachineRoutes(api, parts);
};

/** For the gate: a schema, tab or machine is judged by its site. */
export const schemaLoaders = (db: Db) => {
  const bySite = (siteOf: (db: Db, id: number) => Promise<number | undefined>) => async (id: number) => {
    const siteId = await siteOf(db, id);
    return siteId === undefined ? undefined : await loadSite(db, siteId);
  };
  return {
    schema: bySite(siteOfSchema),
    tab: bySite(siteOfTab),
    machine: bySite(siteOfMachine),
  } satisfies RoomLoaders;
};
