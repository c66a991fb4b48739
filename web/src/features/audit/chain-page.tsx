import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { AuditHead, AuditSettings } from '@tocsin/contract/audit';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/audit';
import { Form, InputNumber, type TableProps } from 'antd';
import { useState } from 'react';
import { useMe } from '../../domain/me.ts';
import { Button } from '../../ui/button.tsx';
import { FormPage } from '../../ui/form-page.tsx';
import { Grid, Stack, Text } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useFormDocument } from '../../ui/use-form-document.ts';
import css from './audit.module.css';
import { auditSettingsQuery, changeAuditSettings, exportChain, headsQuery, pageSize } from './queries.ts';

const t = texts.chain;
type Retention = Pick<AuditSettings, 'address_days' | 'retention_days'>;

const RetentionForm = ({ settings }: { readonly settings: AuditSettings }) => {
  const [form] = Form.useForm<Retention>();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => queries.invalidateQueries({ queryKey: ['audit'] });
  const save = async ({ address_days, retention_days }: Retention): Promise<void> => {
    await changeAuditSettings({ address_days, retention_days, version: settings.version });
    showToast('success', t.saved);
    await refresh();
  };
  const { address_days, retention_days } = settings;
  return (
    <FormPage
      form={form}
      initial={{ address_days, retention_days }}
      save={t.save}
      onSave={save}
      onCancel={() => void navigate({ to: '/audit' })}
      onNewer={refresh}
    >
      <Form.Item name="address_days" label={t.addressDays} extra={t.addressHint}>
        <InputNumber min={1} max={3_650} precision={0} />
      </Form.Item>
      <Form.Item name="retention_days" label={t.retentionDays} extra={t.unlimited}>
        <InputNumber min={30} max={36_500} precision={0} />
      </Form.Item>
    </FormPage>
  );
};

const RetentionFacts = ({ settings }: { readonly settings: AuditSettings }) => (
  <Grid as="dl" columns="max-content 1fr" gap="6px 16px" padding="0 var(--page-pad) 12px" className={css.keeping}>
    <dt>{t.addressDays}</dt>
    <dd>{settings.address_days ?? t.never}</dd>
    <dt>{t.retentionDays}</dt>
    <dd>{settings.retention_days ?? t.never}</dd>
    <dt className={css.wide}>{t.readOnly}</dt>
  </Grid>
);

const columns: NonNullable<TableProps<AuditHead>['columns']> = [
  { title: t.columns.day, dataIndex: 'day' },
  { title: t.columns.rows, dataIndex: 'rows' },
  {
    title: t.columns.value,
    key: 'value',
    render: (_, head) => (
      <Text as="code" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
        {head.value}
      </Text>
    ),
  },
  { title: t.columns.state, key: 'state', render: (_, head) => (head.removed_at === null ? t.kept : t.removed) },
];

const Heads = () => {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(headsQuery(page));
  return (
    <ListTable<AuditHead>
      caption={t.heads}
      rows={data?.results}
      rowKey={(head) => head.day}
      columns={columns}
      scroll={{}}
      paging={{ page, size: pageSize, total: data?.count ?? 0, onPage: setPage }}
      empty={t.empty}
      error={error ? texts.failed : undefined}
      again={() => void refetch()}
    />
  );
};

/** The hash chain of the audit log: how far it extends, its export, its daily check values, and its retention. */
export const AuditChainPage = () => {
  const isSuperuser = may(useMe(), 'superuser');
  const { data, error, refetch } = useQuery(auditSettingsQuery());
  const { document: begun, version } = useFormDocument(data);
  const { run: save, busy: exporting } = useAction(() => exportChain(), {
    failureText: () => texts.exportFailed,
  });
  return (
    <>
      <PageHeader title={t.title} about={t.about} back={<Link to="/audit">{t.back}</Link>}>
        <Button icon="download" busy={exporting} onClick={save}>
          {t.download}
        </Button>
      </PageHeader>
      {error && !data && <Failed text={texts.failed} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <Stack gap={8} padding="0 var(--page-pad) 12px" className={css.chain}>
          <p>{t.sealed(data.sealed_rows, data.unsealed_rows)}</p>
          <p>{t.verify}</p>
          <h2>{t.keeping}</h2>
        </Stack>
      )}
      {begun && isSuperuser && <RetentionForm key={version} settings={begun} />}
      {begun && !isSuperuser && <RetentionFacts settings={begun} />}
      <Stack gap={8} padding="0 var(--page-pad) 12px" className={css.chain}>
        <h2>{t.heads}</h2>
      </Stack>
      <Heads />
    </>
  );
};
