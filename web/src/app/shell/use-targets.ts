import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Me } from '../../domain/me.ts';
import { selectClient, useClients } from '../../domain/plant.ts';
import { entriesFor } from './entries.ts';
import type { Target } from './find-model.ts';
import { useActionTargets } from './use-action-targets.ts';
import { useAlarmTargets } from './use-alarm-targets.ts';
import { useFoundTargets } from './use-found-targets.ts';
import { useSiteTargets } from './use-site-targets.ts';

/** Loads the help pages with their text; passed in, because they belong to a feature. */
export type LoadHelp = () => Promise<
  readonly { readonly slug: string; readonly title: string; readonly words: string }[]
>;

interface TargetsWanted {
  readonly query: string;
  /** Keys of recently opened targets, newest first. */
  readonly recent: readonly string[];
  readonly me: Me;
  readonly open: boolean;
  readonly loadHelp: LoadHelp;
  /** Opens the list of keys. */
  readonly showKeys: () => void;
}

/** All targets of the palette: active alarms, actions, pages, clients, what the server finds, and help pages. */
export const useTargets = ({ me, query, recent, open, loadHelp, showKeys }: TargetsWanted): readonly Target[] => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const clients = useClients();
  const found = useFoundTargets(query, recent, open);
  const help = useQuery({ queryKey: ['help'], queryFn: loadHelp, enabled: open, staleTime: Infinity }).data;
  const alarms = useAlarmTargets();
  const actions = useActionTargets(me, showKeys);
  const sitePages = useSiteTargets(me);
  return useMemo((): readonly Target[] => {
    return [
      ...alarms,
      ...actions,
      ...entriesFor(me).map(
        (entry): Target => ({
          key: entry.to,
          kind: 'page',
          label: entry.label,
          about: '',
          icon: entry.icon,
          go: () => navigate({ to: entry.to }),
        }),
      ),
      ...sitePages,
      ...clients.map(
        (each): Target => ({
          key: `client ${each.id}`,
          kind: 'client',
          label: each.company,
          about: '',
          icon: 'client',
          go: async () => {
            await selectClient(queries, each.id);
            await navigate({ to: '/sites' });
          },
        }),
      ),
      ...found,
      ...(help ?? []).map(
        (each): Target => ({
          key: `help ${each.slug}`,
          kind: 'help',
          label: each.title,
          about: '',
          words: each.words,
          icon: 'help',
          go: () => navigate({ to: '/help/$slug', params: { slug: each.slug } }),
        }),
      ),
    ];
  }, [me, alarms, actions, sitePages, clients, found, help, navigate, queries]);
};
