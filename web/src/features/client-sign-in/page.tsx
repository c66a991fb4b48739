import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ClientSignIn, sessionBounds } from '@tocsin/contract/client-sign-in';
import { texts } from '@tocsin/contract/texts/client-sign-in';
import { Form, InputNumber } from 'antd';
import { FormPage } from '../../ui/form-page.tsx';
import { Stack } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useFormDocument } from '../../ui/use-form-document.ts';
import css from './client-sign-in.module.css';
import { ProviderForm } from './provider-form.tsx';
import { changeSignIn, clientNameQuery, signInQuery } from './queries.ts';

const t = texts.sessions;
type Limits = Omit<ClientSignIn, 'version'>;

const limitsOf = ({ session_idle_minutes, session_lifetime_hours, max_sessions }: Limits): Limits => ({
  session_idle_minutes,
  session_lifetime_hours,
  max_sessions,
});

interface Props {
  readonly clientId: number;
  readonly signIn: ClientSignIn;
  readonly onCancel: () => void;
}

const SessionsForm = ({ clientId, signIn, onCancel }: Props) => {
  const [form] = Form.useForm<Limits>();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['clients', 'sign-in', clientId] });
  const save = async (values: Limits): Promise<void> => {
    await changeSignIn(clientId, { ...limitsOf(values), version: signIn.version });
    showToast('success', t.saved);
    await refresh();
  };
  const { idleMinutes, lifetimeHours, sessions } = sessionBounds;
  return (
    <FormPage form={form} initial={limitsOf(signIn)} save={t.save} onSave={save} onCancel={onCancel} onNewer={refresh}>
      <Form.Item name="session_idle_minutes" label={t.idle} extra={t.idleHelp}>
        <InputNumber min={idleMinutes.least} max={idleMinutes.most} precision={0} />
      </Form.Item>
      <Form.Item name="session_lifetime_hours" label={t.lifetime} extra={t.lifetimeHelp}>
        <InputNumber min={lifetimeHours.least} max={lifetimeHours.most} precision={0} />
      </Form.Item>
      <Form.Item name="max_sessions" label={t.number} extra={t.numberHelp}>
        <InputNumber min={sessions.least} max={sessions.most} precision={0} />
      </Form.Item>
    </FormPage>
  );
};

/** How the users of a client sign in: session limits and OpenID Connect provider. */
export const ClientSignInPage = () => {
  const { id } = useParams({ from: '/frame/clients/sign-in/$id' });
  const clientId = Number(id);
  const navigate = useNavigate();
  const cancel = (): void => void navigate({ to: '/clients/add/client/$id', params: { id } });
  const client = useQuery(clientNameQuery(clientId));
  const { data, error, refetch } = useQuery(signInQuery(clientId));
  const { document, version } = useFormDocument(data, id);
  return (
    <>
      <PageHeader
        title={client.data ? texts.title(client.data.company) : ''}
        back={
          <Link to="/clients/add/client/$id" params={{ id }}>
            {texts.back}
          </Link>
        }
      />
      {error && !data && <Failed text={error.message} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {document && (
        <>
          <Stack gap={8} maxWidth="72ch" padding="0 var(--page-pad) 12px" className={css.section}>
            <h2>{t.title}</h2>
            <p>{t.about}</p>
          </Stack>
          <SessionsForm key={version} clientId={clientId} signIn={document} onCancel={cancel} />
          <ProviderForm clientId={clientId} onCancel={cancel} />
        </>
      )}
    </>
  );
};
