import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/shell';
import { useMemo } from 'react';
import type { Me } from '../../domain/me.ts';
import { useSite } from '../../domain/plant.ts';
import { opensVisualDashboard } from '../../domain/rights.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Target } from './find-model.ts';

/** Pages about the selected site that have no link in the sidebar. */
export const useSiteTargets = (me: Me): readonly Target[] => {
  const navigate = useNavigate();
  const site = useSite();
  return useMemo(() => {
    if (site === undefined) return [];
    const page = (name: keyof typeof texts.sitePages, icon: IconName, go: Target['go']): Target => ({
      key: `site page ${name}`,
      kind: 'page',
      label: texts.sitePages[name],
      about: site.title,
      icon,
      isOnlyFound: true,
      go,
    });
    const params = { id: String(site.id) };
    const pages = [
      page('handover', 'clock', () => navigate({ to: '/sites/$id/handover', params })),
      page('moment', 'clock', () => navigate({ to: '/sites/$id/moment', params })),
      page('compare', 'chart', () => navigate({ to: '/sites/$id/compare', params })),
    ];
    const film = (): Promise<void> =>
      navigate({ to: '/visual-dashboard/site/$siteId/film', params: { siteId: params.id } });
    return opensVisualDashboard(me) ? [...pages, page('film', 'play', film)] : pages;
  }, [me, site, navigate]);
};
