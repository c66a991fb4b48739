import type { ClientId } from '@tocsin/contract/ids';

/** The subject of an audit note about a site. */
export const about = (clientId: ClientId, siteId: number, subjectName: string) => ({
  subject: 'site',
  subjectId: siteId,
  subjectName,
  clientId,
  siteId,
});
