import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { Edge, FreshEdge } from '@tocsin/contract/edges';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/edges';
import { useEffect, useState } from 'react';
import { selectSite, useSite } from '../../domain/plant.ts';
import { useSelection } from '../../domain/selection.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Grid } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Empty, Failed, NotAllowed, Skeleton } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { CodeDialog } from './components/code-dialog.tsx';
import { DevicesDialog } from './components/devices-dialog.tsx';
import { type EdgeActions, EdgeCard } from './components/edge-card.tsx';
import { NameDialog } from './components/name-dialog.tsx';
import css from './edges.module.css';
import { changeEdge, createEdge, edgesQuery, makeCode, removeEdge } from './queries.ts';

type Opened = { readonly kind: 'new' } | { readonly kind: 'rename' | 'devices'; readonly edge: Edge } | null;

const Waiting = () => (
  <Grid
    columns="minmax(0, 1fr)"
    gap="var(--grid-gap)"
    padding="0 var(--page-pad) 32px"
    className={css.list}
    role="status"
    aria-label={texts.heading}
  >
    <Grid surface columns="minmax(0, 1fr)" gap={12} padding="16px 20px" className={css.card}>
      <Skeleton width="30%" height={22} />
      <Skeleton width="80%" height={96} />
      <Skeleton width="50%" />
    </Grid>
  </Grid>
);

interface SiteProps {
  readonly site: number;
  readonly title: string;
  readonly zone: string;
}

const useActions = (site: number, onFresh: (fresh: FreshEdge) => void, onOpen: (opened: Opened) => void) => {
  const queries = useQueryClient();
  const { ask, dialog } = useConfirm();
  const again = () => queries.invalidateQueries({ queryKey: ['edges', site] });
  const actions: EdgeActions = {
    rename: (edge) => onOpen({ kind: 'rename', edge }),
    assign: (edge) => onOpen({ kind: 'devices', edge }),
    newCode: (edge) =>
      ask({
        title: texts.newCodeAsk(edge.title),
        body: texts.newCodeAbout,
        yes: texts.newCode,
        danger: edge.claimed_at !== null,
        act: async () => {
          onFresh(await makeCode(site, edge.id));
          await again();
        },
      }),
    remove: (edge) =>
      ask({
        title: texts.removeAsk(edge.title),
        body: texts.removeAbout,
        yes: texts.remove,
        danger: true,
        act: async () => {
          await removeEdge(site, edge.id);
          showToast('success', texts.removed);
          await again();
        },
      }),
  };
  const save = async (edge: Edge, patch: Parameters<typeof changeEdge>[2]): Promise<void> => {
    await changeEdge(site, edge.id, patch);
    showToast('success', texts.saved);
    onOpen(null);
    await again();
  };
  const create = async (title: string): Promise<void> => {
    onFresh(await createEdge(site, { title }));
    onOpen(null);
    await again();
  };
  return { actions, save, create, dialog };
};

const EdgesOfSite = ({ site, title, zone }: SiteProps) => {
  const [opened, setOpened] = useState<Opened>(null);
  const [fresh, setFresh] = useState<FreshEdge | null>(null);
  const { data, error, refetch } = useQuery(edgesQuery(site, true));
  const { actions, save, create, dialog } = useActions(site, setFresh, setOpened);
  const mayChange = data?.may_change ?? false;
  const add = mayChange && (
    <Button look="primary" icon="plus" onClick={() => setOpened({ kind: 'new' })}>
      {texts.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.title(title)} about={texts.about}>
        {data && data.count > 0 && add}
      </PageHeader>
      {error && !data && <Failed text={texts.loadFailed} again={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data?.count === 0 && (
        <Empty icon="upload" title={texts.none} text={texts.noneAbout}>
          {add}
        </Empty>
      )}
      <Grid columns="minmax(0, 1fr)" gap="var(--grid-gap)" padding="0 var(--page-pad) 32px" className={css.list}>
        {data?.results.map((edge) => (
          <EdgeCard key={edge.id} edge={edge} zone={zone} actions={mayChange ? actions : null} />
        ))}
      </Grid>
      {opened?.kind === 'new' && (
        <NameDialog
          title={texts.addTitle}
          name=""
          save={texts.create}
          onSave={create}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.kind === 'rename' && (
        <NameDialog
          title={texts.renameTitle}
          name={opened.edge.title}
          save={texts.save}
          onSave={(title) => save(opened.edge, { title })}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.kind === 'devices' && (
        <DevicesDialog
          site={site}
          edge={opened.edge}
          edges={data?.results ?? []}
          onSave={(devices) => save(opened.edge, { devices: [...devices] })}
          onClose={() => setOpened(null)}
        />
      )}
      {fresh && <CodeDialog edge={fresh.title} code={fresh.code} onClose={() => setFresh(null)} />}
      {dialog}
    </>
  );
};

/** The edges of the selected site; /edges/{site id} selects that site first. */
export const EdgesPage = () => {
  const site = useSite();
  const { site: selected } = useSelection();
  const { id } = useParams({ strict: false });
  const siteId = id === undefined ? null : Number(id);
  const navigate = useNavigate();
  useEffect(() => {
    if (siteId !== null && siteId !== selected) void selectSite(siteId).catch(() => navigate({ to: '/sites' }));
  }, [siteId, selected, navigate]);
  if (selected === null && siteId === null) {
    return (
      <Empty icon="site" title={texts.pickSite}>
        <Link to="/sites">{texts.toSites}</Link>
      </Empty>
    );
  }
  if (site && may(site, 'site.edit'))
    return <EdgesOfSite key={site.id} site={site.id} title={site.title} zone={site.timezone} />;
  return (
    <>
      <PageHeader title={site ? texts.title(site.title) : texts.heading} about={texts.about} />
      {site ? <NotAllowed text={texts.notAllowed} /> : <Waiting />}
    </>
  );
};
