import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/sites';
import { Form } from 'antd';
import { useMe } from '../../domain/me.ts';
import { FormPage } from '../../ui/form-page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { showToast } from '../../ui/toast.tsx';
import { createSite } from './queries.ts';
import { emptySite, SiteFields, type SiteForm } from './site-fields.tsx';

export const AddSitePage = () => {
  const [form] = Form.useForm<SiteForm>();
  const me = useMe();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const save = async (values: SiteForm): Promise<void> => {
    const site = await createSite(values);
    showToast('success', texts.added);
    await queries.invalidateQueries();
    await navigate({ to: '/sites/edit/$id', params: { id: String(site.id) } });
  };
  return (
    <>
      <PageHeader
        title={texts.addTitle(me?.current_client?.company ?? '')}
        back={<Link to="/sites">{texts.toSites}</Link>}
      />
      <FormPage
        draft="new"
        form={form}
        initial={emptySite()}
        save={texts.form.save}
        onSave={save}
        onCancel={() => void navigate({ to: '/sites' })}
      >
        <SiteFields />
      </FormPage>
    </>
  );
};
