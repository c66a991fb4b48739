import type { FeatureLoaders } from '../../access/authorize.ts';
import type { Api } from '../../access/route.ts';
import { loadSite } from '../../access/store.ts';
import type { Db } from '../../platform/db.ts';
import type { SchemaDependencies } from './dependencies.ts';
import { addMachineRoutes } from './routes-machines.ts';
import { addSchemaListRoutes } from './routes-schemas.ts';
import { addTabRoutes } from './routes-tabs.ts';
import { siteOfMachine, siteOfSchema, siteOfTab } from './store.ts';

export type { SchemaDependencies } from './dependencies.ts';
export { addFilmRoutes } from './routes-film.ts';
export { seedSchema } from './seed.ts';
export type { LiveOf } from './sensors.ts';
export { addSchemaSockets } from './sockets.ts';
export { schemasUsing } from './store.ts';

export const addSchemaRoutes = (api: Api, dependencies: SchemaDependencies): void => {
  addSchemaListRoutes(api, dependencies);
  addTabRoutes(api, dependencies);
  addMachineRoutes(api, dependencies);
};

/** For authorization: the site of a schema, tab or machine decides. */
export const schemaLoaders = (db: Db) => {
  const bySite = (siteOf: (db: Db, id: number) => Promise<number | undefined>) => async (id: number) => {
    const siteId = await siteOf(db, id);
    return siteId === undefined ? undefined : await loadSite(db, siteId);
  };
  return {
    schema: bySite(siteOfSchema),
    tab: bySite(siteOfTab),
    machine: bySite(siteOfMachine),
  } satisfies FeatureLoaders;
};
