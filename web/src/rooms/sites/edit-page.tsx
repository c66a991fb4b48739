import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { Site } from '@tocsin/contract/sites';
import { Form } from 'antd';
import { useEffect, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { FormPage } from '../../kit/form-page.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { RemovalDialog } from '../../kit/removal-dialog.tsx';
import { Failed, Loading } from '../../kit/states.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { say } from '../../kit/toast.tsx';
import { AssignedUsers } from './assigned-users.tsx';
import { GatewaySection } from './gateway.tsx';
import { changeSite, removeSite, siteQuery, suspendSite } from './queries.ts';
import { SiteFields, type SiteForm } from './site-fields.tsx';
import { texts } from './texts.ts';

const formOf = ({ title, address, full_name, email, mobile, timezone }: Site): SiteForm => ({
  title,
  address,
  full_name,
  email,
  mobile,
  timezone,
});

/** Suspending and removing: apart from the form, each asked before it is done. */
const Dangerous = ({ site }: { readonly site: Site }) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const [removing, setRemoving] = useState(false);
  const suspend = async (): Promise<void> => {
    const next = await suspendSite(site.id);
    say('success', next.is_suspended ? texts.deactivated : texts.reactivated);
    await queries.invalidateQueries();
  };
  const askSuspend = (): void =>
    ask({
      title: site.is_suspended ? texts.reactivateAsk(site.title) : texts.deactivateAsk(site.title),
      body: site.is_suspended ? texts.reactivateAbout : texts.deactivateAbout,
      yes: site.is_suspended ? texts.reactivate : texts.deactivate,
      danger: !site.is_suspended,
      act: suspend,
    });
  const remove = async (cascade: boolean): Promise<void> => {
    await removeSite(site.id, cascade);
    say('success', texts.removed);
    await navigate({ to: '/sites' });
    await queries.invalidateQueries();
  };
  return (
    <>
      <Link to="/sites/$id/proof-tests" params={{ id: String(site.id) }}>
        {texts.proofTests}
      </Link>
      <Link to="/sites/edit/$id/walls" params={{ id: String(site.id) }}>
        {texts.walls}
      </Link>
      <Button look={site.is_suspended ? 'plain' : 'danger'} onClick={askSuspend}>
        {site.is_suspended ? texts.reactivate : texts.deactivate}
      </Button>
      <Button look="danger" onClick={() => setRemoving(true)}>
        {texts.remove}
      </Button>
      {dialog}
      {removing && (
        <RemovalDialog
          kind="site"
          name={site.title}
          about={texts.removeAbout}
          onRemove={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
};

const EditForm = ({ site }: { readonly site: Site }) => {
  const [form] = Form.useForm<SiteForm>();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const save = async (values: SiteForm): Promise<void> => {
    await changeSite(site.id, { id: site.id, version: site.version, ...values });
    say('success', texts.updated);
    await navigate({ to: '/sites' });
    await queries.invalidateQueries();
  };
  return (
    <FormPage
      form={form}
      initial={formOf(site)}
      save={texts.form.saveChanges}
      onSave={save}
      onCancel={() => void navigate({ to: '/sites' })}
      onNewer={() => queries.invalidateQueries({ queryKey: ['sites', 'one', site.id] })}
      apart={<Dangerous site={site} />}
    >
      <SiteFields />
    </FormPage>
  );
};

export const EditSitePage = () => {
  const { id } = useParams({ from: '/frame/sites/edit/$id' });
  const navigate = useNavigate();
  const { data: site, error, refetch } = useQuery(siteQuery(Number(id)));
  useEffect(() => {
    if (site && !site.can_edit) void navigate({ to: '/sites', replace: true });
  }, [site, navigate]);
  if (site && !site.can_edit) return null;
  return (
    <>
      <PageHeader
        title={site ? texts.editTitle(site.title) : ''}
        back={<Link to="/sites">{texts.toSites}</Link>}
        about={site?.is_suspended ? <StatusTag severity="disabled" word={texts.suspended} /> : undefined}
      />
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {!site && !error && <Loading />}
      {site && <EditForm key={site.version} site={site} />}
      {site && <AssignedUsers client={site.client} site={site.id} />}
      {site && <GatewaySection site={site.id} title={site.title} zone={site.timezone} />}
    </>
  );
};
