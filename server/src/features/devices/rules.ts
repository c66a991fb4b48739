import { type DeviceType, needsUdfId, takesIpAddress } from '@tocsin/contract/device-type';
import { type DevicePatch, type DeviceState, noSuchField, udfIdMissing, wrongType } from '@tocsin/contract/devices';
import { badField } from '../../platform/errors.ts';

/** The fields that depend on the type. */
export interface TypedFields {
  readonly udf_id: string | null;
  readonly ip_address: string | null;
}

/**
 * Throws for a missing field of the type, and for a new value of one that it does not have; what is stored may be sent
 * back. Returns the fields that the type has.
 */
export function settleTyped(type: DeviceType, fields: TypedFields, stored: TypedFields | null): TypedFields {
  if (needsUdfId(type) && fields.udf_id === null) throw badField('udf_id', udfIdMissing);
  const has = { udf_id: needsUdfId(type), ip_address: takesIpAddress(type) };
  for (const name of ['udf_id', 'ip_address'] as const) {
    const value = fields[name];
    if (!has[name] && value !== null && value !== stored?.[name]) throw badField(name, noSuchField(type.label, name));
  }
  return { udf_id: has.udf_id ? fields.udf_id : null, ip_address: has.ip_address ? fields.ip_address : null };
}

export interface ModbusFields {
  readonly modbus_unit: number | null;
  readonly modbus_framing: 'tcp' | 'rtu';
}

/** How a device is asked over Modbus; throws for a new value on a type that is not asked. */
export function settleModbus(
  type: DeviceType,
  input: { readonly modbus_unit?: number | null | undefined; readonly modbus_framing?: 'tcp' | 'rtu' | undefined },
  stored: ModbusFields = { modbus_unit: null, modbus_framing: 'tcp' },
): ModbusFields {
  const unit = input.modbus_unit === undefined ? stored.modbus_unit : input.modbus_unit;
  const framing = input.modbus_framing ?? stored.modbus_framing;
  if (type.enters === 'modbus') return { modbus_unit: unit, modbus_framing: framing };
  if (unit !== null && unit !== stored.modbus_unit)
    throw badField('modbus_unit', noSuchField(type.label, 'modbus_unit'));
  if (framing !== stored.modbus_framing) throw badField('modbus_framing', noSuchField(type.label, 'modbus_framing'));
  return { modbus_unit: null, modbus_framing: 'tcp' };
}

/** Refuses a type that is not the registry's for the unit. */
export function refuseOtherType(code: string, registered: DeviceType): void {
  if (code.toLowerCase() !== registered.code.toLowerCase()) throw badField('device_type', wrongType(registered.label));
}

/** Merges a change into the stored fields; missing fields stay. */
export function lay<K extends 'udf_id' | 'ip_address' | 'is_emulated_as' | 'key_sensor' | 'sender_id'>(
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
