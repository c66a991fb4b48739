import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import type { Notification } from '@tocsin/contract/live';
import { may } from '@tocsin/contract/permissions';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import type { Tab as SavedTab, Schema } from '@tocsin/contract/schemas';
import { texts as films } from '@tocsin/contract/texts/film';
import { texts } from '@tocsin/contract/texts/schemas';
import { Dropdown } from 'antd';
import { type ComponentProps, useEffect, useMemo } from 'react';
import { callQuery } from '../../../api/call.ts';
import { onOwnArrival } from '../../../live/notifications.ts';
import { Button, Calm } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Empty, Failed, Loading, NotAllowed } from '../../../ui/states.tsx';
import { usePageTitle } from '../../../ui/tab-sign.ts';
import { usePhone } from '../../../ui/use-media.ts';
import { addresses } from '../addresses.ts';
import { documentOfTab } from '../canvas/saved-tab.ts';
import type { Machine } from '../canvas/tab.ts';
import { tabOf } from '../canvas/tab-document.ts';
import { useSchemaActions } from '../list/use-schema-actions.tsx';
import { isRefused, schemaQuery, tabQuery, useSiteOf } from '../queries.ts';
import { useIds } from '../use-ids.ts';
import { useSelectedSite } from '../use-selected-site.ts';
import { PlantFeed, useCounts } from './feed.tsx';
import css from './live.module.css';
import { LiveSign } from './live-sign.tsx';
import { sensorsOf } from './machine-status.ts';
import { PlantWorkspace } from './plant-workspace.tsx';
import { PlantBar, StateChips } from './state-chips.tsx';
import { TabStrip } from './tab-strip.tsx';
import { troubleOf } from './tab-trouble.ts';
import { useSuspects } from './use-suspects.ts';
import { useTabActions } from './use-tab-actions.tsx';
import { PlantView } from './view.tsx';
import { watchedOf } from './watched-of.ts';

const noRows: readonly Notification[] = [];

/** Active notifications of the schema, refetched when an event arrives. */
const useSchemaNotifications = (schemaId: number) => {
  const queries = useQueryClient();
  const key = ['schema-notifications', schemaId];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is derived from the schema's id.
  useEffect(() => onOwnArrival(() => void queries.invalidateQueries({ queryKey: key })), [queries, schemaId]);
  const { data } = useQuery(
    callQuery(key, endpoints.notifications, {
      params: { id: schemaId },
      query: { limit: 1000 },
      enabled: schemaId > 0,
    }),
  );
  return data?.results ?? noRows;
};

interface ViewProps {
  readonly schema: Schema;
  readonly siteId: number;
  readonly tabId: number;
  readonly canEdit: boolean;
  readonly siteTitle: string;
  readonly zone: string;
}

const Setting = ({
  schema,
  siteId,
  addTab,
  toFilm,
}: {
  readonly schema: Schema;
  readonly siteId: number;
  readonly addTab: () => void;
  readonly toFilm: () => void;
}) => {
  const isPhone = usePhone();
  const navigate = useNavigate();
  const list = addresses.list(siteId);
  const actions = useSchemaActions((what) => {
    if (what === 'remove') void navigate({ to: list });
  });
  const [first] = schema.schema_tabs;
  const modify =
    first === undefined ? addresses.newTab(siteId, schema.id) : addresses.editTab(siteId, schema.id, first.id);
  // A phone has no room for them in its header.
  const besides = isPhone
    ? [
        { key: 'film', label: films.open, onClick: toFilm },
        { key: 'new', label: texts.addTabButton, onClick: addTab },
      ]
    : [];
  const items = [
    ...(schema.is_published ? besides : []),
    { key: 'versions', label: texts.showVersions, onClick: () => void navigate({ to: list }) },
    { key: 'export', label: texts.exportSchema, onClick: () => actions.exportFile(schema) },
    ...(schema.is_published
      ? []
      : [
          { key: 'modify', label: texts.modifySchema, onClick: () => void navigate({ to: modify }) },
          { key: 'add', label: texts.addTab, onClick: addTab },
          { key: 'delete', label: texts.deleteSchemaItem, danger: true, onClick: () => actions.remove(schema) },
        ]),
  ];
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Text
          type="button"
          as="button"
          height={32}
          padding="0 12px"
          border="1px solid var(--line2)"
          borderRadius="var(--r-button)"
          background="var(--surface)"
          tone="brand"
          weight={550}
          className={css.setting}
        >
          {isPhone ? <Icon name="more" label={texts.setting} /> : texts.setting}
          {!isPhone && <Icon name="down" size={16} />}
        </Text>
      </Dropdown>
      {actions.dialogs}
    </>
  );
};

const noMachines: readonly Machine[] = [];

/** The other tabs of a schema, each as the sensors of its machines, as far as they are read. */
const machinesByTab = (tabs: readonly { readonly data?: SavedTab | undefined }[]) =>
  tabs.flatMap(({ data }) =>
    data ? [[data.id, tabOf(documentOfTab(data)).machines.map((one) => sensorsOf(watchedOf(one)))] as const] : [],
  );

type StripProps = Omit<ComponentProps<typeof TabStrip>, 'trouble'> & {
  readonly others: ReturnType<typeof machinesByTab>;
  readonly notifications: readonly Notification[];
};

/** The strip beside the drawing: the current tab counts the machines as they are drawn. */
const LiveStrip = ({ others, notifications, ...props }: StripProps) => {
  const here = useCounts();
  const trouble = new Map([
    ...others.map(([id, machines]) => [id, troubleOf(machines, notifications)] as const),
    [props.tabId, here] as const,
  ]);
  return <TabStrip {...props} trouble={trouble} />;
};
const unread: ComponentProps<typeof TabStrip>['trouble'] = new Map();

const LiveTab = ({ schema, siteId, tabId, canEdit, siteTitle, zone }: ViewProps) => {
  const { data, error, refetch } = useQuery(tabQuery(tabId));
  const tab = useMemo(() => (data === undefined ? null : tabOf(documentOfTab(data))), [data]);
  const suspects = useSuspects(siteId, tab?.machines ?? noMachines);
  const notifications = useSchemaNotifications(schema.id);
  const others = useQueries({
    queries: schema.schema_tabs.filter(({ id }) => id !== tabId).map(({ id }) => tabQuery(id)),
    combine: machinesByTab,
  });
  const { actions, addTab, dialog } = useTabActions(schema, siteId, tabId);
  usePageTitle(texts.tab(data?.name ?? schema.name));
  const isPhone = usePhone();
  const toMachine = useMemo(
    () => (machine: Machine) =>
      machine.savedId === null ? null : addresses.machine(siteId, schema.id, tabId, machine.savedId),
    [siteId, schema.id, tabId],
  );
  const navigate = useNavigate();
  const film = {
    to: '/visual-dashboard/site/$siteId/film',
    params: { siteId: String(siteId) },
    search: { tab: tabId },
  } as const;
  const head = (sign: boolean) => (
    <Row
      as="header"
      justify="space-between"
      wrap={!isPhone}
      gap="8px 20px"
      padding="12px var(--page-pad)"
      className={css.header}
    >
      <Text as="div" minWidth={0}>
        <Text as="h1" oneLine={isPhone}>
          {!isPhone && (
            <>
              <Link to="/sites">{siteTitle}</Link> /{' '}
            </>
          )}
          <Calm>{texts.area}</Calm>
        </Text>
        {!isPhone && <p>{texts.liveTitle(schema.name)}</p>}
      </Text>
      <Row flex="none" gap={12}>
        {sign && <LiveSign zone={zone} />}
        {sign && schema.is_published && !(isPhone && canEdit) && <Link {...film}>{films.open}</Link>}
        {canEdit && <Setting schema={schema} siteId={siteId} addTab={addTab} toFilm={() => void navigate(film)} />}
        {canEdit && !isPhone && (
          <Button icon="plus" onClick={addTab}>
            {texts.addTabButton}
          </Button>
        )}
      </Row>
    </Row>
  );
  const strip = { schema, siteId, tabId, actions: canEdit ? actions : null };
  const draft = !schema.is_published && <Notice tone="info">{texts.draftNotice}</Notice>;
  if (tab === null || data === undefined) {
    return (
      <>
        {head(false)}
        {draft}
        <PlantBar>
          <TabStrip {...strip} trouble={unread} />
        </PlantBar>
        {error ? (
          <Failed text={isRefused(error) ? texts.notThere : texts.failed} again={() => void refetch()} />
        ) : (
          <Loading />
        )}
        {dialog}
      </>
    );
  }
  return (
    <PlantFeed path={`v2/ws/tab-devices-data/${tabId}/`} machines={tab.machines}>
      {head(true)}
      {draft}
      <PlantBar>
        <LiveStrip {...strip} others={others} notifications={notifications} />
        {/* A phone has the list below. */}
        {!isPhone && <StateChips />}
      </PlantBar>
      <PlantView key={tabId}>
        <PlantWorkspace saved={data} tab={tab} siteId={siteId} zone={zone} suspects={suspects} toMachine={toMachine} />
      </PlantView>
      {dialog}
    </PlantFeed>
  );
};

/** Live View: a tab of a schema with live data. */
export const SchemaLivePage = () => {
  const { siteId, schemaId, tabId } = useIds();
  const site = useSiteOf(siteId);
  useSelectedSite(site.data);
  const { data: schema, error, refetch } = useQuery(schemaQuery(schemaId));
  const again = () => Promise.all([refetch(), site.refetch()]);
  if (isRefused(error) || isRefused(site.error)) return <NotAllowed text={texts.notAllowed} />;
  if (schema === undefined || site.data === undefined) {
    // Once loaded, the drawing is updated by its socket: a later failed fetch must not remove it.
    const failed = error ?? site.error;
    return failed ? <Failed text={texts.failed} again={() => void again()} /> : <Loading />;
  }
  const [first] = schema.schema_tabs;
  if (first === undefined)
    return (
      <Empty icon="plant" title={texts.noTabs}>
        {may(schema, 'schema.change') && <Link to={addresses.newTab(siteId, schemaId)}>{texts.addTab}</Link>}
      </Empty>
    );
  if (!schema.schema_tabs.some((tab) => tab.id === tabId))
    return <Navigate to={addresses.tab(siteId, schemaId, first.id)} replace />;
  return (
    <Stack grows position="absolute" inset={0} background="var(--surface)" className={css.page}>
      <LiveTab
        schema={schema}
        siteId={siteId}
        tabId={tabId}
        canEdit={may(schema, 'schema.change')}
        siteTitle={site.data.title}
        zone={site.data.timezone}
      />
    </Stack>
  );
};
