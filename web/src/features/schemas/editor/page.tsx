import { useQuery } from '@tanstack/react-query';
import { Navigate, useRouterState } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import { documentDefaults } from '@tocsin/contract/schema-document';
import type { Tab as SavedTab, Schema } from '@tocsin/contract/schemas';
import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { texts as schemaTexts } from '@tocsin/contract/texts/schemas';
import { ConfigProvider } from 'antd';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useMe } from '../../../domain/me.ts';
import { useAntdLocale } from '../../../ui/antd-locale.ts';
import { useAntdTheme } from '../../../ui/antd-theme.ts';
import { Failed, Loading } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { addresses } from '../addresses.ts';
import { documentOfTab, sensorsOfTab } from '../canvas/saved-tab.ts';
import type { Tab } from '../canvas/tab.ts';
import { tabOf } from '../canvas/tab-document.ts';
import { isRefused, schemaQuery, tabQuery, useSiteOf } from '../queries.ts';
import { useIds } from '../use-ids.ts';
import { useSelectedSite } from '../use-selected-site.ts';
import { Workbench } from './workbench.tsx';

const blank = (name: string): Tab => ({
  name,
  width: documentDefaults.width,
  height: documentDefaults.height,
  zoom: 1,
  offset: { x: 0, y: 0 },
  pixelsPerMetre: null,
  shapes: [],
  connectors: [],
  machines: [],
  labels: [],
});

/** Redirects users without edit rights to the schema list with a message. */
const NotAllowedHere = ({ siteId }: { readonly siteId: number }) => {
  useEffect(() => showToast('error', schemaTexts.notAllowed), []);
  return <Navigate to={addresses.list(siteId)} replace />;
};

/** The default name of a new tab: the next free number. */
export const nextTabName = (schema: Pick<Schema, 'schema_tabs'> | undefined): string => {
  const taken = new Set(schema?.schema_tabs.map((tab) => tab.name));
  for (let n = 1; ; n++) if (!taken.has(texts.newTabName(n))) return texts.newTabName(n);
};

const useLoaded = () => {
  const { siteId, schemaId, tabId } = useIds();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isNew = /\/(new|new-tab)\/?$/.test(path);
  const site = useSiteOf(siteId);
  const schema = useQuery({ ...schemaQuery(schemaId), enabled: schemaId > 0 });
  const tab = useQuery({ ...tabQuery(tabId), enabled: tabId > 0, staleTime: 0 });
  return { siteId, schemaId, tabId, isNew, site, schema, tab };
};

/** An open workbench, the address that opened it, and the address after its own save. */
interface Opened {
  readonly address: string;
  readonly next: string | null;
  readonly number: number;
  readonly userId: number;
  readonly saved: SavedTab | null;
  readonly tab: Tab;
}

const addressOf = (schemaId: number, tabId: number): string => `${schemaId} ${tabId}`;

/** The user may not draw at the site, or cannot see it. */
const isClosed = (site: ReturnType<typeof useSiteOf>): boolean =>
  isRefused(site.error) || (site.data !== undefined && !may(site.data, 'site.edit-schemas'));

const Bench = () => {
  const { siteId, schemaId, tabId, isNew, site, schema, tab } = useLoaded();
  const me = useMe();
  useSelectedSite(site.data);
  const opened = useRef<Opened | null>(null);
  const moves = useCallback((to: Pick<SavedTab, 'id' | 'schema'>): void => {
    if (opened.current) opened.current = { ...opened.current, next: addressOf(to.schema, to.id) };
  }, []);
  const sensors = useMemo(() => (tab.data ? sensorsOfTab(tab.data) : new Map()), [tab.data]);
  if (isClosed(site)) return <NotAllowedHere siteId={siteId} />;
  if (!isNew && tabId === 0 && schema.data !== undefined) {
    const [first] = schema.data.schema_tabs;
    const to = first ? addresses.editTab(siteId, schemaId, first.id) : addresses.newTab(siteId, schemaId);
    return <Navigate to={to} replace />;
  }
  const address = addressOf(schemaId, tabId);
  if (opened.current?.next === address) opened.current = { ...opened.current, address, next: null };
  // The open workbench stays mounted, whatever is refetched and whether or not that succeeds.
  if (opened.current?.address !== address || site.data === undefined) {
    const error = site.error ?? schema.error ?? tab.error;
    if (error) return <Failed text={isRefused(error) ? schemaTexts.notThere : schemaTexts.failed} />;
    const isReady =
      me !== undefined &&
      site.data !== undefined &&
      (schemaId === 0 || schema.data !== undefined) &&
      (isNew || (tab.data !== undefined && !tab.isFetching));
    if (!isReady) return <Loading text={texts.loading} />;
    opened.current = {
      address,
      next: null,
      number: (opened.current?.number ?? 0) + 1,
      userId: me.user_id ?? 0,
      saved: tab.data ?? null,
      tab: tab.data ? tabOf(documentOfTab(tab.data)) : blank(nextTabName(schema.data)),
    };
  }
  const { number, userId, saved, tab: drawn } = opened.current;
  return (
    <Workbench
      key={number}
      userId={userId}
      site={site.data}
      schema={schema.data ?? null}
      saved={saved}
      tab={drawn}
      sensors={sensors}
      moves={moves}
    />
  );
};

/** New schema, new tab, edit schema (its first tab) and edit tab: one full-window editor. */
export const SchemaEditorPage = () => (
  <ConfigProvider theme={useAntdTheme()} locale={useAntdLocale()}>
    <Bench />
  </ConfigProvider>
);
