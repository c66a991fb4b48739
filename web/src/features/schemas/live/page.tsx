import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import type { Notification } from '@tocsin/contract/live';
import { may } from '@tocsin/contract/permissions';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import type { Schema } from '@tocsin/contract/schemas';
import { texts as films } from '@tocsin/contract/texts/film';
import { texts } from '@tocsin/contract/texts/schemas';
import { Dropdown } from 'antd';
import { useEffect, useMemo } from 'react';
import { callQuery } from '../../../api/call.ts';
import { onOwnArrival } from '../../../live/notifications.ts';
import { Button, Calm } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageScope } from '../../../ui/page-header.tsx';
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
import { PlantFeed } from './feed.tsx';
import css from './live.module.css';
import { LiveSign } from './live-sign.tsx';
import { PlantWorkspace } from './plant-workspace.tsx';
import { PlantBar, StateChips } from './state-chips.tsx';
import { TabStrip } from './tab-strip.tsx';
import { useSuspects } from './use-suspects.ts';
import { useTabActions } from './use-tab-actions.tsx';
import { PlantView } from './view.tsx';

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
}: {
  readonly schema: Schema;
  readonly siteId: number;
  readonly addTab: () => void;
}) => {
  const navigate = useNavigate();
  const list = addresses.list(siteId);
  const actions = useSchemaActions((what) => {
    if (what === 'remove') void navigate({ to: list });
  });
  const [first] = schema.schema_tabs;
  const modify =
    first === undefined ? addresses.newTab(siteId, schema.id) : addresses.editTab(siteId, schema.id, first.id);
  const items = [
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
          {texts.setting} <Icon name="down" size={16} />
        </Text>
      </Dropdown>
      {actions.dialogs}
    </>
  );
};

const noMachines: readonly Machine[] = [];

const LiveTab = ({ schema, siteId, tabId, canEdit, siteTitle, zone }: ViewProps) => {
  const { data, error, refetch } = useQuery(tabQuery(tabId));
  const tab = useMemo(() => (data === undefined ? null : tabOf(documentOfTab(data))), [data]);
  const suspects = useSuspects(siteId, tab?.machines ?? noMachines);
  const notifications = useSchemaNotifications(schema.id);
  const { actions, addTab, dialog } = useTabActions(schema, siteId, tabId);
  usePageTitle(texts.tab(data?.name ?? schema.name));
  const isPhone = usePhone();
  const toMachine = useMemo(
    () => (machine: Machine) =>
      machine.savedId === null ? null : addresses.machine(siteId, schema.id, tabId, machine.savedId),
    [siteId, schema.id, tabId],
  );
  const head = (sign: boolean) => (
    <Row as="header" justify="space-between" wrap gap="8px 20px" padding="12px var(--page-pad)" className={css.header}>
      <div>
        <h1>
          <Link to="/sites">{siteTitle}</Link> / <Calm>{texts.area}</Calm> {!isPhone && <PageScope />}
        </h1>
        {!isPhone && <p>{texts.liveTitle(schema.name)}</p>}
      </div>
      <Row wrap gap={12} className={css.headerActions}>
        {sign && <LiveSign zone={zone} />}
        {sign && schema.is_published && (
          <Link to="/visual-dashboard/site/$siteId/film" params={{ siteId: String(siteId) }} search={{ tab: tabId }}>
            {films.open}
          </Link>
        )}
        {canEdit && <Setting schema={schema} siteId={siteId} addTab={addTab} />}
        {canEdit && (
          <Button icon="plus" aria-label={texts.addTabButton} onClick={addTab}>
            {!isPhone && texts.addTabButton}
          </Button>
        )}
      </Row>
    </Row>
  );
  const strip = (
    <TabStrip
      schema={schema}
      siteId={siteId}
      tabId={tabId}
      notifications={notifications}
      actions={canEdit ? actions : null}
    />
  );
  const draft = !schema.is_published && <Notice tone="info">{texts.draftNotice}</Notice>;
  if (tab === null || data === undefined) {
    return (
      <>
        {head(false)}
        {draft}
        <PlantBar>{strip}</PlantBar>
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
        {strip}
        <StateChips />
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
