import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type DeviceType, needsUdfId } from '@tocsin/contract/device-type';
import { texts } from '@tocsin/contract/texts/add-device';
import { texts as devices } from '@tocsin/contract/texts/devices';
import { Form, Input, InputNumber, Select } from 'antd';
import { AddSteps } from '../../domain/add-steps.tsx';
import { selectSite } from '../../domain/plant.ts';
import { useSelection } from '../../domain/selection.ts';
import { FormPage } from '../../ui/form-page.tsx';
import { Note } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Location, needed, optionOf, udfRules } from './device-fields.tsx';
import { addOpenDevice, networksQuery, typesQuery } from './queries.ts';

const t = texts.form;

interface OpenForm {
  readonly location: number | undefined;
  readonly title: string;
  readonly device_type: string;
  readonly ip_address: string;
  readonly modbus_unit: number | null;
  readonly modbus_framing: 'tcp' | 'rtu';
  readonly udf_id: string;
}

/** Whether any address of the site is asked at all: only operator staff can change that. */
const NetworksNote = ({ site }: { readonly site: number }) => {
  const { data } = useQuery(networksQuery(site));
  if (data?.networks) return <Note>{t.networks(data.networks.join(', '))}</Note>;
  return data?.are_needed && <Notice tone="warning">{t.noNetworks}</Notice>;
};

const Asked = ({ site }: { readonly site: number | undefined }) => (
  <>
    <Form.Item<OpenForm>
      name="ip_address"
      label={t.address}
      rules={needed(t.addressMissing)}
      extra={
        <>
          {t.addressAbout} {site !== undefined && <NetworksNote site={site} />}
        </>
      }
    >
      <Input maxLength={255} spellCheck={false} placeholder="10.20.0.7:502" />
    </Form.Item>
    <Form.Item<OpenForm> name="modbus_unit" label={t.unit} extra={t.unitAbout}>
      <InputNumber min={0} max={255} precision={0} />
    </Form.Item>
    <Form.Item<OpenForm> name="modbus_framing" label={t.framing} extra={t.framingAbout}>
      <Select options={(['tcp', 'rtu'] as const).map((value) => ({ value, label: t.framings[value] }))} />
    </Form.Item>
  </>
);

const Sent = () => (
  <Form.Item<OpenForm> name="udf_id" label={devices.form.udfId.label} rules={udfRules.slice(1)} extra={t.udfId}>
    <Input spellCheck={false} />
  </Form.Item>
);

interface Props {
  readonly title: string;
  readonly enters: DeviceType['enters'];
}

const OpenDeviceForm = ({ types }: { readonly types: readonly DeviceType[] }) => {
  const { udf_id = '', sparkplug = '' } = useSearch({ strict: false });
  const [form] = Form.useForm<OpenForm>();
  const { site } = useSelection();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [usual] = types;
  const location = Form.useWatch('location', form);
  const chosen = Form.useWatch('device_type', form);
  const type = types.find(({ code }) => code === chosen) ?? usual;
  const isAsked = type?.enters === 'modbus';
  const save = async (values: OpenForm): Promise<void> => {
    if (values.location === undefined || !type) return;
    const { title } = values;
    const own = isAsked
      ? { ip_address: values.ip_address, modbus_unit: values.modbus_unit, modbus_framing: values.modbus_framing }
      : { udf_id: values.udf_id.trim() || null };
    const device = await addOpenDevice({
      location: values.location,
      title,
      device_type: type.code,
      ip_address: null,
      ...own,
    });
    showToast('success', devices.added);
    if (device.location !== site) await selectSite(device.location);
    await queries.invalidateQueries();
    await navigate({
      to: '/devices/edit/device/$id/connect',
      params: { id: String(device.id) },
      search: { adding: true },
    });
  };
  const initial: OpenForm = {
    location: site ?? undefined,
    title: sparkplug,
    device_type: usual?.code ?? '',
    ip_address: '',
    modbus_unit: null,
    modbus_framing: 'tcp',
    udf_id,
  };
  return (
    <FormPage
      form={form}
      initial={initial}
      save={t.save}
      onSave={save}
      onCancel={() => void navigate({ to: '/devices/add' })}
    >
      <Form.Item<OpenForm>
        name="location"
        label={devices.form.location.label}
        rules={[{ required: true, message: devices.form.location.missing }]}
      >
        <Location />
      </Form.Item>
      <Form.Item<OpenForm> name="title" label={devices.form.title.label} rules={needed(devices.form.title.missing)}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item<OpenForm> name="device_type" label={t.type}>
        <Select options={types.map(optionOf)} />
      </Form.Item>
      {isAsked && <Asked site={location} />}
      {sparkplug && <Note>{t.sparkplugAbout}</Note>}
      {type && needsUdfId(type) && <Sent />}
    </FormPage>
  );
};

const OpenDevicePage = ({ title, enters }: Props) => {
  const { sparkplug } = useSearch({ strict: false });
  const { data, error, refetch } = useQuery(typesQuery(useSelection().client));
  const open = data?.results.filter((type) => type.claim === 'open' && type.enters === enters);
  // The one for everything comes first; one's own are chosen on purpose.
  const types = open?.sort((a, b) => Number(a.owner === 'client') - Number(b.owner === 'client'));
  return (
    <>
      <PageHeader title={sparkplug ? texts.sparkplugTitle : title} back={<Link to="/devices/add">{texts.back}</Link>}>
        <AddSteps at={1} />
      </PageHeader>
      {error && !data && <Failed text={error.message} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {types && <OpenDeviceForm types={types} />}
    </>
  );
};

export const AddModbusPage = () => <OpenDevicePage title={texts.modbusTitle} enters="modbus" />;
export const AddJsonPage = () => <OpenDevicePage title={texts.jsonTitle} enters="push" />;
