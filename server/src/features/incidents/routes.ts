import { incidentStory, type Story } from '@tocsin/contract/incident-story';
import { endpoints } from '@tocsin/contract/incidents';
import type { Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { scopeOf } from '../../access/scope.ts';
import { orNotFound } from '../../platform/errors.ts';
import { createNow, type NowDependencies } from './now.ts';
import { oneIncident, openIncidents, type ReadDependencies, sightOf } from './read.ts';
import { createValues, type ValueSources } from './values.ts';

export interface IncidentRouteDependencies extends Omit<ReadDependencies, 'values'>, ValueSources, NowDependencies {}

/** The story of an event's incident as a person may read it, for messages; undefined: they see none of it. */
export function createStories(sources: IncidentRouteDependencies) {
  const dependencies = { ...sources, values: createValues(sources, sources.clock) };
  return async (who: Person, eventId: number, language: string): Promise<Story | undefined> => {
    const incident = await oneIncident(dependencies, who, sightOf(who, scopeOf(who, null)), eventId);
    return incident && incidentStory(incident.facts, { language, now: sources.clock.now() });
  };
}

/** Adds incidents as stories: the open ones, any by its number, and what the first page shows. */
export const addIncidentRoutes = (api: Api, sources: IncidentRouteDependencies): void => {
  const dependencies = { ...sources, values: createValues(sources, sources.clock) };
  const readNow = createNow(dependencies);

  route(api, endpoints.list, async ({ who, query, selection }) => {
    const clientId = query.all_clients === true ? null : (await selection()).clientId;
    const page = { limit: query.limit, offset: query.offset, isActive: query.is_active };
    return openIncidents(dependencies, who, sightOf(who, scopeOf(who, clientId), query.site), page);
  });

  route(api, endpoints.one, async ({ who, params }) => {
    const incident = orNotFound(await oneIncident(dependencies, who, sightOf(who, scopeOf(who, null)), params.id));
    return incident;
  });

  route(api, endpoints.now, async ({ who, query, selection }) =>
    readNow(who, query.all_clients === true ? null : (await selection()).clientId, query.site),
  );
};
