import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/find';
import { texts as shell } from '@tocsin/contract/texts/shell';
import { useMemo } from 'react';
import type { Me } from '../../domain/me.ts';
import { selectClient, useClients } from '../../domain/plant.ts';
import { useSelection } from '../../domain/selection.ts';
import { entries } from './entries.ts';
import type { Target } from './find-model.ts';
import { useShows } from './page-frame.tsx';
import { addressOf, type Page, pages } from './pages.ts';
import { useActionTargets } from './use-action-targets.ts';
import { useAlarmTargets } from './use-alarm-targets.ts';
import { useFoundTargets } from './use-found-targets.ts';

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

/** The pages and tabs that the user may open, for what is selected; while nothing is typed, those of the sidebar. */
const usePageTargets = (me: Me): readonly Target[] => {
  const navigate = useNavigate();
  const selected = useSelection();
  const shows = useShows(me);
  return useMemo(
    () =>
      Object.entries(texts.pages).flatMap(([name, [label, words]]): readonly Target[] => {
        const page: Page = pages[name as keyof typeof texts.pages];
        const to = addressOf(page, selected);
        if (to === null || !shows(page.routes[0] ?? '')) return [];
        const entry = entries.find((each) => each.name === page.entry);
        return [
          {
            key: to === '/protection' ? `${to} ${name}` : to,
            kind: 'page',
            label,
            about: page.tab ? shell.frames[page.tab.frame] : '',
            words,
            icon: page.icon ?? entry?.icon ?? 'user',
            ...(entry?.to === to && !page.search ? {} : { isOnlyFound: true as const }),
            go: () => navigate({ to, search: (page.search ?? {}) as never }),
          },
        ];
      }),
    [navigate, selected, shows],
  );
};

/** All targets of the palette: active alarms, actions, pages, clients, what the server finds, and help pages. */
export const useTargets = ({ me, query, recent, open, loadHelp, showKeys }: TargetsWanted): readonly Target[] => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const clients = useClients();
  const found = useFoundTargets(query, recent, open);
  const help = useQuery({ queryKey: ['help'], queryFn: loadHelp, enabled: open, staleTime: Infinity }).data;
  const alarms = useAlarmTargets();
  const actions = useActionTargets(me, showKeys);
  const pageTargets = usePageTargets(me);
  return useMemo((): readonly Target[] => {
    return [
      ...alarms,
      ...actions,
      ...pageTargets,
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
  }, [alarms, actions, pageTargets, clients, found, help, navigate, queries]);
};
