import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { Client } from '@tocsin/contract/clients';
import { acknowledgedKinds } from '@tocsin/contract/event';
import { may } from '@tocsin/contract/permissions';
import { texts as own } from '@tocsin/contract/texts/add-device';
import { texts as changes } from '@tocsin/contract/texts/changes';
import { texts } from '@tocsin/contract/texts/clients';
import { Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { useMe } from '../../domain/me.ts';
import { RemovalDialog } from '../../domain/removal-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { FormPage } from '../../ui/form-page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { type FormDocument, useFormDocument } from '../../ui/use-form-document.ts';
import { LogoField } from './logo-field.tsx';
import { type ClientForm, emptyForm, formOf, inputOf } from './model.ts';
import { changeClient, clientQuery, createClient, nextNumberQuery, removeClient } from './queries.ts';

const t = texts.form;
const needed = (message: string) => [{ required: true, whitespace: true, message }];
const email = { type: 'email' as const, message: t.email.invalid };

const Fields = ({ me }: { readonly me: ReturnType<typeof useMe> }) => (
  <>
    <Form.Item name="number" label={t.number.label} rules={needed(t.number.missing)}>
      <Input inputMode="numeric" />
    </Form.Item>
    <Form.Item name="company" label={t.company.label} rules={needed(t.company.missing)}>
      <Input autoComplete="organization" maxLength={255} />
    </Form.Item>
    <Form.Item name="address" label={t.address.label} rules={needed(t.address.missing)}>
      <Input.TextArea rows={6} maxLength={255} />
    </Form.Item>
    <Form.Item name="phone" label={t.phone.label} rules={needed(t.phone.missing)}>
      <Input type="tel" maxLength={255} />
    </Form.Item>
    <Form.Item name="full_name" label={t.fullName.label} rules={needed(t.fullName.missing)}>
      <Input maxLength={255} />
    </Form.Item>
    <Form.Item
      name="email"
      label={t.email.label}
      extra={t.email.help}
      rules={[{ required: true, message: t.email.missing }, email]}
    >
      <Input type="email" maxLength={255} />
    </Form.Item>
    <Form.Item name="alternative_name" label={t.alternativeName}>
      <Input maxLength={255} />
    </Form.Item>
    <Form.Item name="alternative_email" label={t.alternativeEmail} rules={[email]}>
      <Input type="email" maxLength={255} />
    </Form.Item>
    <Form.Item name="alternative_phone" label={t.alternativePhone}>
      <Input type="tel" maxLength={255} />
    </Form.Item>
    <Form.Item name="is_active" valuePropName="checked" extra={t.activeHelp}>
      <Checkbox>{t.active}</Checkbox>
    </Form.Item>
    <Form.Item name="is_two_factor_required" valuePropName="checked" extra={t.twoFactorHelp}>
      <Checkbox>{t.twoFactor}</Checkbox>
    </Form.Item>
    <Form.Item name="acknowledged_kinds" label={t.acknowledgedKinds} extra={t.acknowledgedKindsHelp}>
      <Checkbox.Group options={acknowledgedKinds.map((kind) => ({ value: kind, label: t.acknowledgedKind[kind] }))} />
    </Form.Item>
    <Form.Item name="changes_need_reason" valuePropName="checked" extra={changes.needReasonHelp}>
      <Checkbox>{changes.needReason}</Checkbox>
    </Form.Item>
    <Form.Item name="changes_need_approval" valuePropName="checked" extra={changes.needApprovalHelp}>
      <Checkbox>{changes.needApproval}</Checkbox>
    </Form.Item>
    <Form.Item name="own_devices" valuePropName="checked" extra={own.ownDevicesAbout}>
      <Checkbox disabled={!may(me, 'staff')}>{own.ownDevices}</Checkbox>
    </Form.Item>
  </>
);

const useBack = () => {
  const navigate = useNavigate();
  return () => navigate({ to: '/clients' });
};

const AddForm = ({ number }: { readonly number: string }) => {
  const [form] = Form.useForm<ClientForm>();
  const queries = useQueryClient();
  const back = useBack();
  const save = async (values: ClientForm): Promise<void> => {
    await createClient(inputOf(values));
    showToast('success', texts.added);
    await queries.invalidateQueries({ queryKey: ['clients'] });
    form.resetFields();
    await back();
  };
  return (
    <FormPage
      draft="new"
      form={form}
      initial={{ ...emptyForm, number }}
      save={t.save}
      onSave={save}
      onCancel={() => void back()}
    >
      <Fields me={useMe()} />
    </FormPage>
  );
};

type Own = FormDocument<Client>['own'];

const EditForm = ({ client, onOwn }: { readonly client: Client; readonly onOwn: Own }) => {
  const [form] = Form.useForm<ClientForm>();
  const queries = useQueryClient();
  const back = useBack();
  const save = async (values: ClientForm): Promise<void> => {
    await changeClient(client.id, { id: client.id, version: client.version, ...inputOf(values) });
    showToast('success', texts.updated);
    await queries.invalidateQueries();
    form.resetFields();
    await back();
  };
  return (
    <FormPage
      draft={client.version}
      form={form}
      initial={formOf(client)}
      save={t.save}
      onSave={save}
      onCancel={() => void back()}
      onNewer={() => queries.invalidateQueries({ queryKey: ['clients', 'one', client.id] })}
      dangerZone={<LogoField client={client} onOwn={onOwn} />}
    >
      <Fields me={useMe()} />
    </FormPage>
  );
};

export const AddClientPage = () => {
  const { data, error } = useQuery(nextNumberQuery());
  const back = useBack();
  return (
    <>
      <PageHeader title={texts.addTitle}>
        <Button onClick={() => void back()}>{texts.cancel}</Button>
      </PageHeader>
      {data || error ? <AddForm number={data ? String(data.number) : ''} /> : <Loading />}
    </>
  );
};

export const EditClientPage = () => {
  const { id } = useParams({ from: '/frame/clients/add/client/$id' });
  const queries = useQueryClient();
  const back = useBack();
  const [removing, setRemoving] = useState(false);
  const { data: client, error, refetch } = useQuery(clientQuery(Number(id)));
  const { document, version, own } = useFormDocument(client, id);
  const remove = async (cascade: boolean): Promise<void> => {
    await removeClient(Number(id), cascade);
    showToast('success', texts.removed);
    await queries.invalidateQueries();
    await back();
  };
  return (
    <>
      <PageHeader title={client ? texts.editTitle(client.company) : ''}>
        {client && may(client, 'client.change') && (
          <Link to="/clients/sign-in/$id" params={{ id }}>
            {texts.signIn}
          </Link>
        )}
        <Button onClick={() => void back()}>{texts.cancel}</Button>
        {client && may(client, 'client.remove') && (
          <Button look="danger" onClick={() => setRemoving(true)}>
            {texts.remove}
          </Button>
        )}
      </PageHeader>
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {!client && !error && <Loading />}
      {document && <EditForm key={version} client={document} onOwn={own} />}
      {client && removing && (
        <RemovalDialog
          kind="client"
          name={client.company}
          about={texts.removeAbout}
          onRemove={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
};
