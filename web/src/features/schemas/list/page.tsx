import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/schemas';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Grid, Text } from '../../../ui/layout.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Picker } from '../../../ui/picker.tsx';
import { Empty, Failed, NotAllowed } from '../../../ui/states.tsx';
import { addresses } from '../addresses.ts';
import { currentOf } from '../model.ts';
import { isRefused, type Order, schemasQuery, useSiteOf } from '../queries.ts';
import { useIds } from '../use-ids.ts';
import { useSelectedSite } from '../use-selected-site.ts';
import { CardSkeleton } from './card-skeleton.tsx';
import { ImportButton } from './import-button.tsx';
import css from './list.module.css';
import { SchemaCard } from './schema-card.tsx';
import { useSchemaActions } from './use-schema-actions.tsx';

const isOrder = (key: string): key is Order => key in texts.orders;

export const SchemaListPage = () => {
  const { siteId } = useIds();
  const navigate = useNavigate();
  const [order, setOrder] = useState<Order>('-update_dt');
  const site = useSiteOf(siteId);
  useSelectedSite(site.data);
  const { data, error, refetch } = useQuery(schemasQuery(siteId, order));
  const actions = useSchemaActions(() => undefined);
  if (isRefused(error) || isRefused(site.error)) return <NotAllowed text={texts.notAllowed} />;
  const edit = may(site.data, 'site.edit-schemas');
  const zone = site.data?.timezone ?? 'UTC';
  const current = currentOf(data?.results ?? []);
  const toNew = () => void navigate({ to: addresses.newSchema(siteId) });
  return (
    <Text as="div" paddingBottom={20}>
      <PageHeader
        title={
          <>
            <Link to="/sites">{site.data?.title ?? ''}</Link> / {texts.area}
          </>
        }
        tab={site.data ? texts.tab(site.data.title) : ''}
        about={texts.subtitle}
      >
        <Picker
          label={texts.orderBy}
          choices={Object.entries(texts.orders).map(([key, label]) => ({ key, label }))}
          current={order}
          onPick={(key) => {
            if (isOrder(key)) setOrder(key);
          }}
        >
          {texts.orders[order]}
        </Picker>
        {edit && <ImportButton siteId={siteId} />}
        {edit && (
          <Button look="primary" icon="plus" onClick={toNew}>
            {texts.addSchema}
          </Button>
        )}
      </PageHeader>
      {error && data === undefined && <Failed text={texts.failed} again={() => void refetch()} />}
      {(data !== undefined || !error) && (
        <Grid columns="repeat(auto-fill, minmax(340px, 1fr))" gap={16} padding="0 var(--page-pad)" className={css.grid}>
          {data === undefined && <CardSkeleton count={3} />}
          {data?.results.map((schema) => (
            <SchemaCard
              key={schema.id}
              schema={schema}
              siteId={siteId}
              zone={zone}
              isCurrent={schema.id === current?.id}
              actions={may(schema, 'schema.change') ? actions : null}
            />
          ))}
        </Grid>
      )}
      {data?.count === 0 && (
        <Empty icon="plant" title={texts.noSchemas} text={texts.noSchemasText}>
          {edit && (
            <Button look="primary" icon="plus" onClick={toNew}>
              {texts.addSchema}
            </Button>
          )}
        </Empty>
      )}
      {actions.dialogs}
    </Text>
  );
};
