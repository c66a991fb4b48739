import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { OemSettings } from '@tocsin/contract/settings';
import { texts } from '@tocsin/contract/texts/settings';
import { Form, Input } from 'antd';
import { FormPage } from '../../ui/form-page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useFormDocument } from '../../ui/use-form-document.ts';
import { changeSettings, settingsQuery } from './queries.ts';

const t = texts.contacts;
type Contacts = Pick<OemSettings, 'support_address' | 'support_phone' | 'support_email'>;

const EditForm = ({ settings }: { readonly settings: OemSettings }) => {
  const [form] = Form.useForm<Contacts>();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const back = () => navigate({ to: '/oem/setting' });
  const save = async (values: Contacts): Promise<void> => {
    await changeSettings({ ...values, version: settings.version });
    showToast('success', t.saved);
    await queries.invalidateQueries({ queryKey: ['oem'] });
    await queries.invalidateQueries({ queryKey: ['layout-settings'] });
    await back();
  };
  const { support_address, support_phone, support_email } = settings;
  return (
    <FormPage
      form={form}
      initial={{ support_address, support_phone, support_email }}
      save={t.save}
      onSave={save}
      onCancel={() => void back()}
      onNewer={() => queries.invalidateQueries({ queryKey: ['oem', 'settings'] })}
    >
      <Form.Item name="support_address" label={t.address} rules={[{ max: 255, message: t.addressTooLong }]}>
        <Input.TextArea rows={6} />
      </Form.Item>
      <Form.Item name="support_phone" label={t.phone}>
        <Input type="tel" maxLength={255} />
      </Form.Item>
      <Form.Item name="support_email" label={t.email.label} rules={[{ type: 'email', message: t.email.invalid }]}>
        <Input type="email" maxLength={255} />
      </Form.Item>
    </FormPage>
  );
};

export const ContactsPage = () => {
  const { data, error, refetch } = useQuery(settingsQuery());
  const { document: begun, version } = useFormDocument(data);
  return (
    <>
      <PageHeader title={t.title} back={<Link to="/oem/setting">{texts.rss.back}</Link>} />
      {error && <Failed text={t.empty} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {begun && <EditForm key={version} settings={begun} />}
    </>
  );
};
