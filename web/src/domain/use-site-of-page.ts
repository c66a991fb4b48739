import { useEffect } from 'react';
import { selectionOfPage } from './page-selection.ts';
import type { Site } from './plant.ts';
import { selection, setSelection } from './selection.ts';

/** Selects the site in the page's address, so that breadcrumb and sidebar match it. */
export const useSiteOfPage = (site: Pick<Site, 'id' | 'client'> | undefined): void => {
  const [id, client] = [site?.id, site?.client];
  useEffect(() => {
    if (id === undefined || client === undefined) return;
    const now = selection();
    const next = selectionOfPage(now, { id, client });
    if (next !== now) setSelection(next);
  }, [id, client]);
};
