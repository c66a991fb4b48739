import { SiteId } from '@tocsin/contract/ids';
import { endpoints } from '@tocsin/contract/on-call';
import { callQuery } from '../api/call.ts';

/** People who can be in a rotation of a site or (null) of the whole client. */
export const peopleQuery = (client: number | null, site: number | null) =>
  callQuery(['on-call', 'people', client, site], endpoints.onCallPeople, {
    query: site === null ? {} : { location: SiteId.parse(site) },
  });
