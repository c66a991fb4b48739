import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ClientProvider, type ClientProviderState, providerRoles } from '@tocsin/contract/client-provider';
import { texts } from '@tocsin/contract/texts/providers';
import { Checkbox, Form, Input, Select } from 'antd';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { FormPage } from '../../ui/form-page.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useFormDocument } from '../../ui/use-form-document.ts';
import css from './client-sign-in.module.css';
import { providerQuery, putProvider, removeProvider } from './queries.ts';

const t = texts.client;
type Values = Omit<ClientProvider, 'version'> & { readonly secret: string };
const empty: Values = {
  issuer: '',
  oidc_client_id: '',
  secret: '',
  is_active: true,
  groups_claim: 'groups',
  role_mapping: [],
};
const needed = (message: string) => [{ required: true, whitespace: true, message }];
const roleOptions = providerRoles.map((value) => ({ value, label: t.roles[value] }));

const Mapping = () => (
  <Form.List name="role_mapping">
    {(rows, { add, remove }) => (
      <Text as="fieldset" minWidth={0} margin="0 0 20px" padding={0} border={0} className={css.mapping}>
        <legend>{t.mapping}</legend>
        <p>{t.mappingHelp}</p>
        {rows.map((row) => (
          <Row key={row.key} wrap gap="0 8px" align="flex-end" className={css.row}>
            <Form.Item name={[row.name, 'group']} label={t.group} rules={needed(t.group)}>
              <Input maxLength={255} />
            </Form.Item>
            <Form.Item name={[row.name, 'role']} label={t.role}>
              <Select options={roleOptions} />
            </Form.Item>
            <Button onClick={() => remove(row.name)}>{t.removeRow}</Button>
          </Row>
        ))}
        <Button onClick={() => add({ group: '', role: 'User' })}>{t.add}</Button>
      </Text>
    )}
  </Form.List>
);

interface Props {
  readonly clientId: number;
  readonly state: ClientProviderState;
  readonly onCancel: () => void;
}

const EditForm = ({ clientId, state, onCancel }: Props) => {
  const [form] = Form.useForm<Values>();
  const queries = useQueryClient();
  const { ask, dialog } = useConfirm();
  const refresh = () => queries.invalidateQueries({ queryKey: ['clients', 'provider', clientId] });
  const { provider } = state;
  const save = async ({ secret, ...values }: Values): Promise<void> => {
    const version = provider === null ? {} : { version: provider.version };
    await putProvider(clientId, { ...values, ...version, ...(secret ? { secret } : {}) });
    showToast('success', t.saved);
    await refresh();
  };
  const remove = (): void =>
    ask({
      title: t.removeAsk,
      body: t.removeAbout,
      yes: t.remove,
      danger: true,
      act: async () => {
        await removeProvider(clientId);
        showToast('success', t.removed);
        await refresh();
      },
    });
  const removal =
    provider === null ? null : (
      <Button look="danger" onClick={remove}>
        {t.remove}
      </Button>
    );
  return (
    <>
      <FormPage
        form={form}
        initial={provider === null ? empty : { ...provider, secret: '' }}
        save={t.save}
        onSave={save}
        onCancel={onCancel}
        onNewer={refresh}
        dangerZone={removal}
      >
        <Form.Item name="issuer" label={t.issuer.label} extra={t.issuer.help} rules={needed(t.issuer.missing)}>
          <Input type="url" maxLength={500} />
        </Form.Item>
        <Form.Item name="oidc_client_id" label={t.clientId.label} rules={needed(t.clientId.missing)}>
          <Input maxLength={255} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="secret"
          label={t.secret.label}
          extra={provider === null ? undefined : t.secret.kept}
          rules={provider === null ? needed(t.secret.missing) : []}
        >
          <Input.Password maxLength={1_000} autoComplete="new-password" visibilityToggle={false} />
        </Form.Item>
        <Form.Item name="is_active" valuePropName="checked" extra={t.activeHelp}>
          <Checkbox>{t.active}</Checkbox>
        </Form.Item>
        <Form.Item name="groups_claim" label={t.groupsClaim.label} rules={needed(t.groupsClaim.missing)}>
          <Input maxLength={255} />
        </Form.Item>
        <Mapping />
      </FormPage>
      {dialog}
    </>
  );
};

/** The client's OpenID Connect provider. */
export const ProviderForm = ({ clientId, onCancel }: { readonly clientId: number; readonly onCancel: () => void }) => {
  const { data, error, refetch } = useQuery(providerQuery(clientId));
  const { document, version } = useFormDocument(data, String(clientId));
  return (
    <>
      <Stack gap={8} maxWidth="72ch" padding="0 var(--page-pad) 12px" className={css.section}>
        <h2>{t.title}</h2>
        <p>{t.about}</p>
        {data && (
          <dl>
            <dt>{t.redirect}</dt>
            <dd>{data.redirect_uri}</dd>
            <dt>{t.address}</dt>
            <dd>{data.sign_in_address}</dd>
          </dl>
        )}
      </Stack>
      {error && !data && <Failed text={error.message} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {document && <EditForm key={version} clientId={clientId} state={document} onCancel={onCancel} />}
    </>
  );
};
