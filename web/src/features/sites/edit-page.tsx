import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import type { Site } from '@tocsin/contract/sites';
import { texts as register } from '@tocsin/contract/texts/alarm-register';
import { texts as outOfService } from '@tocsin/contract/texts/out-of-service';
import { texts } from '@tocsin/contract/texts/sites';
import { Form } from 'antd';
import { type ReactNode, useEffect } from 'react';
import type { OutOfServiceReason } from '../../domain/out-of-service-dialog.tsx';
import { outOfServiceText } from '../../domain/out-of-service-text.ts';
import { siteQuery } from '../../domain/plant.ts';
import { SuspendAndRemove } from '../../domain/suspend-and-remove.tsx';
import { FormPage } from '../../ui/form-page.tsx';
import { Row } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { showToast } from '../../ui/toast.tsx';
import { type FormDocument, useFormDocument } from '../../ui/use-form-document.ts';
import { AssignedUsers } from './assigned-users.tsx';
import { PendingInvitations } from './pending-invitations.tsx';
import { changeSite, removeSite, suspendSite } from './queries.ts';
import { SiteFields, type SiteForm } from './site-fields.tsx';

const formOf = ({ title, address, full_name, email, mobile, timezone, latitude, longitude }: Site): SiteForm => ({
  title,
  address,
  full_name,
  email,
  mobile,
  timezone,
  latitude: latitude ?? null,
  longitude: longitude ?? null,
});

/** The message after a suspension, its extension or its end. */
const messageOf = (was: boolean, is: boolean): string => {
  if (was && is) return outOfService.extended;
  return is ? texts.deactivated : texts.reactivated;
};

type Own = FormDocument<Site>['own'];

const Dangerous = ({ site, onOwn }: { readonly site: Site; readonly onOwn: Own }) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const suspend = async (input: OutOfServiceReason | null): Promise<void> => {
    const next = await suspendSite(site.id, input);
    onOwn(next);
    showToast('success', messageOf(site.is_suspended, next.is_suspended));
    await queries.invalidateQueries();
  };
  const remove = async (cascade: boolean): Promise<void> => {
    await removeSite(site.id, cascade);
    showToast('success', texts.removed);
    await navigate({ to: '/sites' });
    await queries.invalidateQueries();
  };
  return (
    <>
      <Row as="nav" flex="0 1 100%" gap={20} paddingBottom={8} align="stretch" aria-label={texts.pagesOf}>
        <Link to="/sites/$id/proof-tests" params={{ id: String(site.id) }}>
          {texts.proofTests}
        </Link>
        <Link to="/sites/$id/alarm-register" params={{ id: String(site.id) }}>
          {register.title}
        </Link>
        <Link to="/sites/edit/$id/walls" params={{ id: String(site.id) }}>
          {texts.walls}
        </Link>
      </Row>
      <SuspendAndRemove
        texts={texts}
        kind="site"
        name={site.title}
        isSuspended={site.is_suspended}
        onSuspend={suspend}
        onExtend={suspend}
        onRemove={remove}
      />
    </>
  );
};

interface Props {
  /** The initial and the current values of the form. */
  readonly site: Site;
  readonly latest: Site;
  readonly onOwn: Own;
}

const EditForm = ({ site, latest, onOwn }: Props) => {
  const [form] = Form.useForm<SiteForm>();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const save = async (values: SiteForm): Promise<void> => {
    await changeSite(site.id, { id: site.id, version: site.version, ...values });
    showToast('success', texts.updated);
    await navigate({ to: '/sites' });
    await queries.invalidateQueries();
  };
  return (
    <FormPage
      draft={site.version}
      form={form}
      initial={formOf(site)}
      save={texts.form.saveChanges}
      onSave={save}
      onCancel={() => void navigate({ to: '/sites' })}
      onNewer={() => queries.invalidateQueries({ queryKey: ['sites', 'one', site.id] })}
      dangerZone={<Dangerous site={latest} onOwn={onOwn} />}
    >
      <SiteFields />
    </FormPage>
  );
};

interface EditSitePageProps {
  /** Renders how devices of the site come in, which belongs to another feature. */
  readonly gateway: (site: Site) => ReactNode;
}

export const EditSitePage = ({ gateway }: EditSitePageProps) => {
  const { id } = useParams({ from: '/frame/sites/edit/$id' });
  const navigate = useNavigate();
  const { data: site, error, refetch } = useQuery(siteQuery(Number(id)));
  const { document: begun, version, own } = useFormDocument(site, id);
  useEffect(() => {
    if (site && !may(site, 'site.edit')) void navigate({ to: '/sites', replace: true });
  }, [site, navigate]);
  if (site && !may(site, 'site.edit')) return null;
  return (
    <>
      <PageHeader
        title={site ? texts.editTitle(site.title) : ''}
        back={<Link to="/sites">{texts.toSites}</Link>}
        about={
          site?.is_suspended ? (
            <StatusTag
              severity="disabled"
              word={
                site.out_of_service
                  ? `${texts.suspended} (${outOfServiceText(site.out_of_service, site.timezone)})`
                  : texts.suspended
              }
            />
          ) : undefined
        }
      />
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {!site && !error && <Loading />}
      {site && begun && <EditForm key={version} site={begun} latest={site} onOwn={own} />}
      {site && <AssignedUsers client={site.client} site={site.id} />}
      {site && <PendingInvitations client={site.client} />}
      {site && gateway(site)}
    </>
  );
};
