import { type DeviceType, deviceTypeLabels, needsUdfId, takesIpAddress } from '@tocsin/contract/device-type';
import { type DevicePatch, type DeviceState, udfIdMissing, wrongType } from '@tocsin/contract/devices';
import { badField } from '../../platform/errors.ts';

/** The fields that depend on the type. */
export interface TypedFields {
  readonly device_type: DeviceType;
  readonly udf_id: string | null;
  readonly ip_address: string | null;
}

/** Throws for a bad type or its fields; returns the fields that the type has. */
export function settleTyped(fields: TypedFields, registryType: DeviceType): TypedFields {
  const { device_type } = fields;
  if (device_type !== registryType) throw badField('device_type', wrongType(deviceTypeLabels[registryType]));
  if (needsUdfId(device_type) && fields.udf_id === null) throw badField('udf_id', udfIdMissing);
  return {
    device_type,
    udf_id: needsUdfId(device_type) ? fields.udf_id : null,
    ip_address: takesIpAddress(device_type) ? fields.ip_address : null,
  };
}

/** Merges a change into the stored fields; missing fields stay. */
export function lay<K extends 'udf_id' | 'ip_address' | 'is_emulated_as' | 'key_sensor'>(
  patch: DevicePatch,
  name: K,
  stored: string | null,
): string | null {
  const value = patch[name];
  return value === undefined ? stored : value;
}

/** Active is online and not suspended; a suspended site suspends its devices. */
export function stateOf(device: { readonly suspended: boolean; readonly online: boolean }): DeviceState {
  if (device.suspended) return 'Suspended';
  return device.online ? 'Active' : 'Offline';
}
