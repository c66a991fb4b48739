import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { BodyIn } from '@tocsin/contract/endpoint';
import { endpoints, type SmsGateway } from '@tocsin/contract/sms-gateway';
import { texts as settings } from '@tocsin/contract/texts/settings';
import { texts as t } from '@tocsin/contract/texts/sms-gateway';
import { templateTypes } from '@tocsin/contract/webhooks';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormPage } from '../../ui/form-page.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Text } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useFormDocument } from '../../ui/use-form-document.ts';
import css from './settings.module.css';

const gatewayQuery = () =>
  queryOptions({
    queryKey: ['oem', 'sms-gateway'],
    queryFn: ({ signal }) => call(endpoints.read, { signal }),
    select: ({ gateway }) => ({ gateway, version: gateway?.version ?? 0 }),
  });

type Values = Omit<BodyIn<typeof endpoints.put>, 'headers' | 'version'> & { readonly headers: string };

const blank: Omit<Values, 'headers'> = {
  url: '',
  method: 'POST',
  body: '{"to": "{{to}}", "text": "{{text}}"}',
  content_type: 'application/json',
  id_field: '',
  from_field: 'from',
  text_field: 'text',
  report_id_field: 'id',
  report_state_field: 'state',
  delivered_states: ['delivered'],
  failed_states: ['failed', 'undelivered', 'rejected', 'expired'],
};

/** Parses typed headers; undefined if nothing was typed, so that the stored ones are kept. */
const headersOf = (text: string): { name: string; value: string }[] | undefined => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return undefined;
  return lines.map((line) => {
    const colon = line.indexOf(':');
    return { name: line.slice(0, Math.max(0, colon)).trim(), value: line.slice(colon + 1).trim() };
  });
};

const linesRule = {
  validator: (_: unknown, text: string) =>
    (headersOf(text) ?? []).every(({ name }) => name !== '')
      ? Promise.resolve()
      : Promise.reject(new Error(t.headersBad)),
};

interface FormProps {
  readonly gateway: SmsGateway | null;
  readonly onSecret: (secret: string) => void;
}

const GatewayForm = ({ gateway, onSecret }: FormProps) => {
  const [form] = Form.useForm<Values>();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const back = () => navigate({ to: '/oem/setting' });
  const refresh = () => queries.invalidateQueries({ queryKey: ['oem', 'sms-gateway'] });
  const save = async (input: Values): Promise<void> => {
    const { headers, ...values } = input;
    const sent = headersOf(headers);
    const version = gateway?.version;
    const body = { ...values, ...(sent ? { headers: sent } : {}), ...(version === undefined ? {} : { version }) };
    const saved = await call(endpoints.put, { body });
    showToast('success', t.saved);
    await refresh();
    if (saved.secret !== undefined) onSecret(saved.secret);
  };
  const rotate = (): void =>
    ask({
      title: t.rotateTitle,
      body: t.rotateBody,
      yes: t.rotate,
      danger: true,
      act: async () => {
        onSecret((await call(endpoints.rotate)).secret);
        await refresh();
      },
    });
  const remove = (): void =>
    ask({
      title: t.removeTitle,
      body: t.removeBody,
      yes: t.remove,
      danger: true,
      act: async () => {
        await call(endpoints.remove);
        showToast('success', t.removed);
        await refresh();
      },
    });
  const { header_names: names, version: _, ...stored } = gateway ?? { ...blank, header_names: [], version: 0 };
  const text = (name: keyof Values, label: string, extra?: string) => (
    <Form.Item<Values> name={name} label={label} extra={extra}>
      <Input maxLength={100} />
    </Form.Item>
  );
  return (
    <>
      <FormPage<Values>
        form={form}
        initial={{ ...stored, headers: '' }}
        save={t.save}
        onSave={save}
        onCancel={() => void back()}
        onNewer={refresh}
        {...(gateway
          ? {
              dangerZone: (
                <span>
                  <Button onClick={rotate}>{t.rotate}</Button>
                  <Button look="danger" onClick={remove}>
                    {t.remove}
                  </Button>
                </span>
              ),
            }
          : {})}
      >
        <p className={css.connection}>
          <Icon name={gateway ? 'tick' : 'info'} size={16} />
          {gateway ? t.connected : t.none}
        </p>
        <Form.Item<Values>
          name="url"
          label={t.url}
          rules={[{ required: true, whitespace: true, message: t.urlMissing }]}
        >
          <Input maxLength={2000} inputMode="url" autoComplete="off" />
        </Form.Item>
        <Form.Item<Values> name="method" label={t.method}>
          <Select options={['POST', 'PUT', 'GET'].map((value) => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item<Values>
          name="headers"
          label={t.headers}
          extra={names.length > 0 ? t.headersKept(names.join(', ')) : t.headersAbout}
          rules={[linesRule]}
        >
          <Input.TextArea rows={3} autoComplete="off" />
        </Form.Item>
        <Form.Item<Values> name="content_type" label={t.contentType}>
          <Select options={templateTypes.map((value) => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item<Values> name="body" label={t.body}>
          <Input.TextArea rows={4} maxLength={8000} />
        </Form.Item>
        {text('id_field', t.idField, t.idFieldAbout)}
        <Text as="h2" marginBottom={4} size={16} line={22}>
          {t.replies}
        </Text>
        <p className={css.partAbout}>{t.repliesAbout(`${window.location.origin}/api/v1/sms-gateway/inbound/`)}</p>
        {text('from_field', t.from)}
        {text('text_field', t.text)}
        {text('report_id_field', t.reportId)}
        {text('report_state_field', t.reportState)}
        <Form.Item<Values> name="delivered_states" label={t.delivered}>
          <Select mode="tags" />
        </Form.Item>
        <Form.Item<Values> name="failed_states" label={t.failedStates}>
          <Select mode="tags" />
        </Form.Item>
      </FormPage>
      {dialog}
    </>
  );
};

/** The operator's SMS gateway: the request for an SMS, and the secret of its callbacks. */
export const SmsPage = () => {
  const { data, error, refetch } = useQuery(gatewayQuery());
  const [secret, setSecret] = useState<string | null>(null);
  const { document: begun, version } = useFormDocument(data);
  return (
    <>
      <PageHeader title={t.title} about={t.about} back={<Link to="/oem/setting">{settings.rss.back}</Link>} />
      {error && !data && <Failed text={t.failed} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {begun && <GatewayForm key={version} gateway={begun.gateway} onSecret={setSecret} />}
      {secret !== null && (
        <Dialog title={t.secretTitle} onClose={() => setSecret(null)}>
          <Field label={t.secretTitle} help={t.once} value={secret} readOnly />
          <Button look="primary" onClick={() => setSecret(null)}>
            {t.close}
          </Button>
        </Dialog>
      )}
    </>
  );
};
