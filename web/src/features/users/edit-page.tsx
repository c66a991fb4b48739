import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/users';
import type { User } from '@tocsin/contract/users';
import { Form } from 'antd';
import { type Me, useMe } from '../../domain/me.ts';
import { useSelection } from '../../domain/selection.ts';
import { FormPage } from '../../ui/form-page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useFormDocument } from '../../ui/use-form-document.ts';
import { formOf, givesAccess, type UserForm, updateOf } from './model.ts';
import { changeUser, userQuery } from './queries.ts';
import { UserActions } from './user-actions.tsx';
import { UserFields } from './user-fields.tsx';

/** Returns to the site from which the page was opened, or to the list of sites. */
const useBack = (site: number | null) => {
  const navigate = useNavigate();
  return () =>
    site === null ? navigate({ to: '/sites' }) : navigate({ to: '/sites/edit/$id', params: { id: String(site) } });
};

type Props = { readonly me: Me; readonly user: User; readonly site: number | null };

const EditForm = ({ me, user, site }: Props) => {
  const [form] = Form.useForm<UserForm>();
  const queries = useQueryClient();
  const back = useBack(site);
  const save = async (values: UserForm): Promise<void> => {
    const before = formOf(user);
    const after = { ...before, ...values };
    await changeUser(user.id, updateOf(me, user, after));
    const gotAccess = givesAccess(before.location_access, after.location_access, site);
    showToast('success', gotAccess ? texts.assigned : texts.updated);
    await queries.invalidateQueries();
    await back();
  };
  return (
    <FormPage
      form={form}
      initial={formOf(user)}
      save={texts.form.save}
      onSave={save}
      onCancel={() => void back()}
      onNewer={() => queries.invalidateQueries({ queryKey: ['users', 'one', user.id] })}
      dangerZone={<UserActions me={me} user={user} site={site} onGone={back} />}
    >
      <UserFields me={me} locked={!may(user, 'user.personal')} lenient />
    </FormPage>
  );
};

export const EditUserPage = () => {
  const { id } = useParams({ from: '/frame/sites/edit/assign/user/$id' });
  const preselected = useSearch({ from: '/frame/sites/edit/assign/user/$id' }).site;
  const selected = useSelection().site;
  const site = preselected ?? selected;
  const me = useMe();
  const { data: user, error, refetch } = useQuery(userQuery(Number(id)));
  const { document: begun, version } = useFormDocument(user, id);
  return (
    <>
      <PageHeader
        title={user ? texts.editTitle(user.full_name || user.email) : ''}
        back={
          site !== null && (
            <Link to="/sites/edit/$id" params={{ id: String(site) }}>
              {texts.back}
            </Link>
          )
        }
      />
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {!user && !error && <Loading />}
      {begun && me && <EditForm key={version} me={me} user={begun} site={site} />}
    </>
  );
};
