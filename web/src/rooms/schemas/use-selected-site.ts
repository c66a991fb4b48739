import type { Site } from '@tocsin/contract/sites';
import { useEffect } from 'react';
import { selection, setSelection } from '../../wire/selection.ts';

/** A link to another site's plant makes that site this tab's: breadcrumb, bell and banner follow the address. */
export const useSelectedSite = (site: Site | undefined): void => {
  useEffect(() => {
    if (site === undefined || selection().site === site.id) return;
    setSelection({ client: site.client, site: site.id, device: null });
  }, [site]);
};
