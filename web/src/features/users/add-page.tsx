import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/users';
import { Form } from 'antd';
import { useEffect } from 'react';
import { CallError } from '../../api/call-error.ts';
import { useMe } from '../../domain/me.ts';
import { useSelection } from '../../domain/selection.ts';
import { FormPage } from '../../ui/form-page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { accessOf, emptyUser, inputOf, type UserForm } from './model.ts';
import { createUser, sitesQuery } from './queries.ts';
import { UserFields } from './user-fields.tsx';

/** Replaces any error other than a refusal (4xx) by a general one. */
const expected = (error: unknown): unknown =>
  error instanceof CallError && error.status !== 0 && error.status < 500
    ? error
    : new CallError(0, texts.unexpected, null);

export const AddUserPage = () => {
  const [form] = Form.useForm<UserForm>();
  const me = useMe();
  const selection = useSelection();
  const preselected = useSearch({ from: '/frame/sites/add/user' }).site;
  const site = preselected ?? selection.site;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: sites, error, refetch } = useQuery(sitesQuery(selection.client));
  useEffect(() => {
    if (site !== null) return;
    showToast('error', texts.noSite);
    void navigate({ to: '/sites', replace: true });
  }, [site, navigate]);
  if (site === null || me === undefined) return null;

  const back = () => navigate({ to: '/sites/edit/$id', params: { id: String(site) } });
  const save = async (values: UserForm): Promise<void> => {
    const user = await createUser(inputOf(me, values)).catch((failure) => {
      throw expected(failure);
    });
    await queries.invalidateQueries({ queryKey: ['users'] });
    const isInvited = 'invitation_id' in user;
    showToast('success', isInvited ? texts.addedElsewhere : texts.created);
    if (isInvited) await queries.invalidateQueries({ queryKey: ['invitations'] });
    // The activation link is on the new user's page.
    if (isInvited || user.activation_key === null) await back();
    else await navigate({ to: '/sites/edit/assign/user/$id', params: { id: String(user.id) }, search: { site } });
  };
  const title = sites?.results.find((each) => each.id === site)?.title ?? '';
  return (
    <>
      <PageHeader
        title={texts.addTitle(title)}
        back={
          <Link to="/sites/edit/$id" params={{ id: String(site) }}>
            {texts.back}
          </Link>
        }
      />
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {!sites && !error && <Loading />}
      {sites && (
        <FormPage
          form={form}
          initial={emptyUser(me.current_client?.company ?? '', accessOf(sites.results))}
          save={texts.form.add}
          onSave={save}
          onCancel={() => void back()}
        >
          <UserFields me={me} />
        </FormPage>
      )}
    </>
  );
};
