import type { Site } from '@tocsin/contract/sites';
import { useEffect } from 'react';
import { selection, setSelection } from '../../domain/selection.ts';

/** Selects the site in the address, so that breadcrumb, bell and banner match it. */
export const useSelectedSite = (site: Site | undefined): void => {
  useEffect(() => {
    if (site === undefined || selection().site === site.id) return;
    setSelection({ client: site.client, site: site.id, device: null });
  }, [site]);
};
