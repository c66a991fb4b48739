import type { Site } from './plant.ts';

/** The selection on a page about one site: that site, and the selected device if it belongs to it. */
export const selectionOfPage = <S extends { readonly site: number | null }>(
  now: S,
  site: Pick<Site, 'id' | 'client'>,
): S | { readonly client: number; readonly site: number; readonly device: null } =>
  now.site === site.id ? now : { client: site.client, site: site.id, device: null };
