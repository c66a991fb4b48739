import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { Device } from '@tocsin/contract/devices';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/devices';
import { texts as outOfService } from '@tocsin/contract/texts/out-of-service';
import { Form } from 'antd';
import { useEffect } from 'react';
import { useMe } from '../../domain/me.ts';
import type { OutOfServiceReason } from '../../domain/out-of-service-dialog.tsx';
import { outOfServiceText } from '../../domain/out-of-service-text.ts';
import { setSelection, useSelection } from '../../domain/selection.ts';
import { SuspendAndRemove } from '../../domain/suspend-and-remove.tsx';
import { FormPage } from '../../ui/form-page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { showToast } from '../../ui/toast.tsx';
import { type FormDocument, useFormDocument } from '../../ui/use-form-document.ts';
import { DeviceFields } from './device-fields.tsx';
import { type DeviceForm, formOf, patchOf } from './model.ts';
import { changeDevice, editedQuery, removeDevice, suspendDevice, typesQuery } from './queries.ts';

/** The message after a suspension, its extension or its end. */
const messageOf = (was: boolean, is: boolean): string => {
  if (was && is) return outOfService.extended;
  return is ? texts.deactivated : texts.reactivated;
};

type Own = FormDocument<Device>['own'];

const Dangerous = ({ device, onOwn }: { readonly device: Device; readonly onOwn: Own }) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const selection = useSelection();
  const suspend = async (input: OutOfServiceReason | null): Promise<void> => {
    const next = await suspendDevice(device.id, input);
    onOwn(next);
    showToast('success', messageOf(device.is_suspended, next.is_suspended));
    await queries.invalidateQueries();
  };
  const remove = async (cascade: boolean): Promise<void> => {
    await removeDevice(device.id, cascade);
    showToast('success', texts.removed);
    if (selection.device === device.id) setSelection({ ...selection, device: null });
    await navigate({ to: '/devices' });
    await queries.invalidateQueries();
  };
  return (
    <SuspendAndRemove
      texts={texts}
      kind="device"
      name={device.title}
      isSuspended={device.is_suspended}
      onSuspend={suspend}
      onExtend={suspend}
      onRemove={remove}
    />
  );
};

interface Props {
  /** The initial and the current values of the form. */
  readonly device: Device;
  readonly latest: Device;
  readonly onOwn: Own;
}

const EditForm = ({ device, latest, onOwn }: Props) => {
  const [form] = Form.useForm<DeviceForm>();
  const me = useMe();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayEmulate = may(me, 'oem');
  const save = async (values: DeviceForm): Promise<void> => {
    const { results: types } = await queries.ensureQueryData(typesQuery(device.client));
    const type = types.find(({ code }) => code === values.device_type) ?? device.type;
    await changeDevice(device.id, patchOf(device, { ...formOf(device), ...values }, type, mayEmulate));
    showToast('success', texts.updated);
    await navigate({ to: '/devices' });
    await queries.invalidateQueries();
  };
  return (
    <FormPage
      draft={device.version}
      form={form}
      initial={formOf(device)}
      save={texts.form.save}
      onSave={save}
      onCancel={() => void navigate({ to: '/devices' })}
      onNewer={() => queries.invalidateQueries({ queryKey: ['device', 'edited', device.id] })}
      dangerZone={may(device, 'device.manage') && <Dangerous device={latest} onOwn={onOwn} />}
    >
      <DeviceFields device={device.id} mayEmulate={mayEmulate} mayExchange={may(device, 'device.manage')} />
    </FormPage>
  );
};

export const EditDevicePage = () => {
  const { id } = useParams({ from: '/frame/devices/edit/device/$id' });
  const navigate = useNavigate();
  const { data: device, error, refetch } = useQuery(editedQuery(Number(id)));
  const { document: begun, version, own } = useFormDocument(device, id);
  useEffect(() => {
    if (device && !may(device, 'device.edit')) void navigate({ to: '/sites', replace: true });
  }, [device, navigate]);
  if (device && !may(device, 'device.edit')) return null;
  return (
    <>
      <PageHeader
        title={device ? texts.editTitle(device.title) : ''}
        back={<Link to="/devices">{texts.toDevices}</Link>}
        about={
          device?.is_suspended ? (
            <StatusTag
              severity="disabled"
              word={
                device.out_of_service
                  ? `${texts.suspended} (${outOfServiceText(device.out_of_service, device.timezone)})`
                  : texts.suspended
              }
            />
          ) : undefined
        }
      >
        <Link to="/devices/edit/device/$id/connect" params={{ id }}>
          {texts.connect.link}
        </Link>
      </PageHeader>
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {!device && !error && <Loading />}
      {device && begun && <EditForm key={version} device={begun} latest={device} onOwn={own} />}
    </>
  );
};
