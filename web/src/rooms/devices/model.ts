import type { Device, Me } from '../../wire/plant.ts';

export type DisplayState = 'active' | 'suspended' | 'offline';

/** Suspended stands above offline: of a suspended device nobody is told anything. */
export const displayState = (device: Pick<Device, 'is_suspended' | 'is_online'>): DisplayState =>
  device.is_suspended ? 'suspended' : device.is_online ? 'active' : 'offline';

/** An offline device is open to everybody who may see it, a suspended one to OEM and super users (decisions.md 3). */
export const mayOpen = (
  device: Pick<Device, 'is_suspended' | 'is_online'>,
  me: Pick<Me, 'is_oem' | 'is_superuser'>,
): boolean => !device.is_suspended || me.is_oem || me.is_superuser;

/** 'Add New Device': managers and account managers, and who stands above them. */
export const mayAdd = (me: Pick<Me, 'is_manager' | 'is_accounts_management' | 'is_oem' | 'is_superuser'>): boolean =>
  me.is_manager || me.is_accounts_management || me.is_oem || me.is_superuser;
