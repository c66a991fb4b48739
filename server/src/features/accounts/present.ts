import type { Me } from '@tocsin/contract/accounts';
import { ClientId, DeviceId, SiteId, UserId } from '@tocsin/contract/ids';
import { permissionsOf } from '../../access/permissions.ts';
import { canEdit, hasVisualDashboard, isStaff, managesClient, type Principal, roleOn } from '../../access/principal.ts';
import type { clientsByIds, profileOf, selectedThings } from './store.ts';

type Profile = Awaited<ReturnType<typeof profileOf>>;
type Selected = Awaited<ReturnType<typeof selectedThings>>;

export const fullName = (u: { readonly first_name: string; readonly last_name: string }): string =>
  `${u.first_name} ${u.last_name}`.trim();

const presentSelected = (who: Principal, { client, site, device }: Selected) => ({
  current_client: client
    ? {
        id: ClientId.parse(client.id),
        company: client.company,
        number: client.number,
        logo: client.has_logo ? `/api/v1/clients/${client.id}/logo/?v=${client.version}` : null,
        permissions: permissionsOf('client', who, { clientId: ClientId.parse(client.id) }),
      }
    : null,
  current_location: site
    ? {
        id: SiteId.parse(site.id),
        title: site.title,
        timezone: site.timezone,
        is_suspended: site.is_suspended,
        client: ClientId.parse(site.client_id),
        permissions: permissionsOf('site', who, {
          siteId: SiteId.parse(site.id),
          clientId: ClientId.parse(site.client_id),
          isSuspended: site.is_suspended,
        }),
      }
    : null,
  current_device: device
    ? {
        id: DeviceId.parse(device.id),
        title: device.title,
        location: SiteId.parse(device.site_id),
        udf_id: device.udf_id,
        device_type: device.is_emulated_as ?? device.device_type,
        is_suspended: device.is_suspended,
      }
    : null,
});

const presentProfile = (profile: Profile) => ({
  username: profile?.username ?? '',
  first_name: profile?.first_name ?? '',
  last_name: profile?.last_name ?? '',
  full_name: profile ? fullName(profile) : '',
  email: profile?.email ?? '',
  company: profile?.company ?? '',
  phone: profile?.phone ?? '',
  address: profile?.address ?? '',
  registered: profile?.registered_at != null,
  // A wall display never sees the tour.
  tour_closed: profile === undefined || profile.tour_closed_at !== null,
  language: profile?.language ?? null,
});

/** Flags apply to the selected client and site. */
export const presentMe = (
  who: Principal,
  profile: Profile,
  selected: Selected,
  clients: Awaited<ReturnType<typeof clientsByIds>>,
): Me => {
  const current = presentSelected(who, selected);
  const clientId = current.current_client?.id;
  const site = current.current_location && {
    siteId: current.current_location.id,
    clientId: current.current_location.client,
  };
  const role = site ? roleOn(who, site) : undefined;
  const person = who.kind === 'person' ? who : undefined;
  const places = person ? [...person.sites.values()].map((s) => [String(s.siteId), s.permission] as const) : [];
  const staff = isStaff(who);
  const id = person ? UserId.parse(person.userId) : null;
  return {
    kind: who.kind,
    id,
    user_id: id,
    ...presentProfile(profile),
    ...current,
    permissions: permissionsOf('nothing', who, undefined),
    is_superuser: person?.isSuperuser ?? false,
    is_oem: person?.isOem ?? false,
    is_staff: staff,
    is_accounts_management: clientId === undefined ? staff : managesClient(who, clientId),
    visual_dashboard_enabled: clientId === undefined ? staff : hasVisualDashboard(who, clientId),
    can_edit: site ? canEdit(who, site) : staff,
    is_manager: role === 'Manager',
    is_engineer: role === 'Engineer',
    locations_roles: Object.fromEntries(person || !site || !role ? places : [[String(site.siteId), role]]),
    session_idle_minutes: person?.idleMinutes ?? null,
    clients: clients.map((c) => {
      const id = ClientId.parse(c.id);
      return { id, company: c.company, needs_second_factor: person?.lockedClients.has(id) ?? false };
    }),
  };
};
