import type { Device, DeviceState } from '@tocsin/contract/devices';
import type { Severity } from '../../kit/severity.ts';
import type { Me } from '../../wire/plant.ts';

/** How a device's card is tagged: its administrative state first, then what its sensors say. */
export const cardSeverity = (device: Pick<Device, 'state' | 'status'>): Severity => {
  if (device.state === 'Suspended') return 'disabled';
  if (device.state === 'Offline') return 'offline';
  if (device.status === 'Alarm') return 'alarm';
  if (device.status === 'WARNING') return 'warning';
  return device.status === 'Not scanned' ? 'not-scanned' : 'ok';
};

/** The words of the display states (administration.md 2.4). */
export const stateWord: Readonly<Record<DeviceState, string>> = {
  Active: 'Active',
  Suspended: 'Suspended',
  Offline: 'Offline',
};

/** 'Add New Device': managers and account managers, and who stands above them. */
export const mayAdd = (me: Pick<Me, 'is_manager' | 'is_accounts_management' | 'is_oem' | 'is_superuser'>): boolean =>
  me.is_manager || me.is_accounts_management || me.is_oem || me.is_superuser;
