import { type DeviceType, deviceTypeLabels, needsUdfId, takesIpAddress } from '@tocsin/contract/device-type';
import type { Device, DeviceInput, DevicePatch } from '@tocsin/contract/devices';
import { type Severity, severityOfDevice } from '@tocsin/contract/status';

/** The tag of a device card: administrative state first, then the state of its sensors. */
export const cardSeverity = (device: Pick<Device, 'state' | 'status'>): Severity => {
  if (device.state === 'Suspended') return 'disabled';
  if (device.state === 'Offline') return 'offline';
  return device.status === null ? 'ok' : severityOfDevice[device.status];
};

/** Beyond this number of cards, a search box is shown. */
export const searchedFrom = 13;

type Findable = Pick<Device, 'title' | 'udf_id' | 'ip_address' | 'serial_number' | 'device_type' | 'is_emulated_as'>;

/** The devices that match a search by title, address, serial number or displayed type; every word must match. */
export const foundDevices = <T extends Findable>(devices: readonly T[], text: string): readonly T[] => {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return devices;
  return devices.filter((device) => {
    const type = deviceTypeLabels[device.is_emulated_as ?? device.device_type];
    const haystack = [device.title, device.udf_id, device.ip_address, device.serial_number, type]
      .join(' ')
      .toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
};

export interface DeviceForm {
  readonly location: number | undefined;
  readonly title: string;
  readonly serial_number: string;
  readonly code: string;
  readonly device_type: DeviceType | undefined;
  readonly ip_address: string;
  readonly udf_id: string;
  readonly is_emulated_as: DeviceType | '';
}

export const emptyDevice = (site: number | null): DeviceForm => ({
  location: site ?? undefined,
  title: '',
  serial_number: '',
  code: '',
  device_type: undefined,
  ip_address: '',
  udf_id: '',
  is_emulated_as: '',
});

export const formOf = (device: Device): DeviceForm => ({
  location: device.location,
  title: device.title,
  serial_number: device.serial_number,
  code: device.code ?? '',
  device_type: device.device_type,
  ip_address: device.ip_address ?? '',
  udf_id: device.udf_id ?? '',
  is_emulated_as: device.is_emulated_as ?? '',
});

/** Fields that the chosen type does not have are not sent, even if filled in before. */
const byType = (type: DeviceType, form: DeviceForm) => ({
  ip_address: takesIpAddress(type) ? form.ip_address.trim() || null : null,
  udf_id: needsUdfId(type) ? form.udf_id.trim() || null : null,
});

export const inputOf = (form: DeviceForm, location: number, type: DeviceType): DeviceInput => ({
  location,
  title: form.title,
  serial_number: form.serial_number,
  code: form.code,
  device_type: type,
  ...byType(type, form),
});

/** Only changed fields: an unchanged serial number does not replace the unit. `is_emulated_as` only for people who may set it. */
export const patchOf = (device: Device, form: DeviceForm, mayEmulate: boolean): DevicePatch => {
  const before = formOf(device);
  const type = form.device_type ?? device.device_type;
  const exchanged = form.serial_number.trim() !== before.serial_number || form.code.trim() !== before.code;
  return {
    id: device.id,
    version: device.version,
    title: form.title,
    ...(form.location !== undefined && form.location !== before.location ? { location: form.location } : {}),
    ...(exchanged ? { serial_number: form.serial_number, code: form.code } : {}),
    ...(type === device.device_type ? {} : { device_type: type }),
    ...byType(type, form),
    ...(mayEmulate ? { is_emulated_as: form.is_emulated_as || null } : {}),
  };
};
