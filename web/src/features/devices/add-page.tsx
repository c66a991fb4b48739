import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { texts as adding } from '@tocsin/contract/texts/add-device';
import { texts } from '@tocsin/contract/texts/devices';
import { Form } from 'antd';
import { useState } from 'react';
import { AddSteps } from '../../domain/add-steps.tsx';
import { selectSite, useDevices } from '../../domain/plant.ts';
import { useSelection } from '../../domain/selection.ts';
import { FormPage } from '../../ui/form-page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { showToast } from '../../ui/toast.tsx';
import { DeviceFields } from './device-fields.tsx';
import { type DeviceForm, emptyDevice, inputOf, titleLike, typeLike, type UnitLabel } from './model.ts';
import { createDevice, typesQuery } from './queries.ts';

export const AddDevicePage = () => {
  const [form] = Form.useForm<DeviceForm>();
  const { client, site } = useSelection();
  const { udf_id = '' } = useSearch({ from: '/frame/devices/add/device' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const known = useDevices().data?.results ?? [];
  const [proposed, setProposed] = useState<string>();
  const [proposedTitle, setProposedTitle] = useState('');
  const types = useQuery(typesQuery(client)).data?.results ?? [];
  /** Units of one maker and type begin alike; a type and a title that somebody chose stay. */
  const propose = ({ serial_number: serial, device_type: chosen, title, location }: DeviceForm): void => {
    const type = typeLike(serial, known);
    const isOpen = chosen === undefined || chosen === proposed;
    if (isOpen && type !== proposed) {
      setProposed(type);
      form.setFieldValue('device_type', type);
    }
    const code = isOpen ? type : chosen;
    const here = known.filter((one) => one.location === location);
    const next = titleLike(
      serial,
      types.find((one) => one.code === code),
      here,
    );
    if (title.trim() !== '' && title !== proposedTitle) return;
    setProposedTitle(next);
    form.setFieldValue('title', next);
  };
  const scan = (unit: UnitLabel): void => {
    form.setFieldsValue(unit);
    propose(form.getFieldsValue());
  };
  const back = () => navigate({ to: '/devices' });
  const save = async (values: DeviceForm): Promise<void> => {
    // The form requires both before it is submitted.
    if (values.location === undefined || values.device_type === undefined) return;
    const all = { ...emptyDevice(site), ...values };
    const { results: types } = await queries.ensureQueryData(typesQuery(client));
    const type = types.find(({ code }) => code === values.device_type);
    if (!type) return;
    const device = await createDevice(inputOf(all, values.location, type));
    showToast('success', texts.added);
    // The menu and the list show the selected site, so select that of the new device.
    if (device.location !== site) await selectSite(device.location);
    await queries.invalidateQueries();
    await navigate({
      to: '/devices/edit/device/$id/connect',
      params: { id: String(device.id) },
      search: { adding: true },
    });
  };
  return (
    <>
      <PageHeader title={texts.addTitle} back={<Link to="/devices">{texts.toDevices}</Link>}>
        <AddSteps at={1} />
      </PageHeader>
      <FormPage
        draft="new"
        form={form}
        initial={{ ...emptyDevice(site), udf_id }}
        save={adding.form.save}
        onSave={save}
        onValues={propose}
        onCancel={() => void back()}
      >
        <DeviceFields proposed={proposed} onScan={scan} />
      </FormPage>
    </>
  );
};
