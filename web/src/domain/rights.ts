import { may } from '@tocsin/contract/permissions';
import type { Me } from './me.ts';

type OfClient = Pick<Me, 'permissions' | 'current_client'>;

/** Whether the user manages users and settings of the selected client: its account managers, and operator staff. */
export const managesClient = (me: OfClient): boolean => may(me, 'staff') || may(me.current_client, 'client.change');

/** Whether the user may add a site to the selected client. */
export const mayAddSite = (me: OfClient): boolean => may(me, 'staff') || may(me.current_client, 'site.add');

/** Whether the visual dashboard is enabled for the user in the selected client. */
export const opensVisualDashboard = (me: OfClient): boolean =>
  may(me, 'staff') || may(me.current_client, 'client.schemas');

/** Whether the user may change devices and sensors of the selected site. */
export const editsSite = (me: OfClient & Pick<Me, 'current_location'>): boolean =>
  me.current_location === null ? may(me, 'staff') : may(me.current_location, 'site.edit');

/** Whether the user may add a device to the selected site, or to any site of a client that they manage. */
export const mayAddDevice = (me: OfClient & Pick<Me, 'current_location'>): boolean =>
  may(me, 'oem') || managesClient(me) || may(me.current_location, 'device.add');
