import type { Client } from '@tocsin/contract/clients';
import { ClientId } from '@tocsin/contract/ids';
import { permissionsOf } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal.ts';
import type { ClientRow } from './store.ts';

/** The address contains the version, so that a new logo shows at once and the old one may be cached. */
export const logoAddress = (client: {
  readonly id: number;
  readonly logo_type: string | null;
  readonly version: number;
}): string | null => (client.logo_type === null ? null : `/api/v1/clients/${client.id}/logo/?v=${client.version}`);

export const presentClient = (row: ClientRow, who: Principal): Client => ({
  id: ClientId.parse(row.id),
  number: row.number,
  company: row.company,
  address: row.address,
  phone: row.phone,
  full_name: row.full_name,
  email: row.email,
  is_active: row.is_active,
  alternative_name: row.alternative_name,
  alternative_email: row.alternative_email,
  alternative_phone: row.alternative_phone,
  is_2fa_required: row.is_2fa_required,
  acknowledged_kinds: row.acknowledged_kinds,
  changes_need_reason: row.changes_need_reason,
  changes_need_approval: row.changes_need_approval,
  own_devices: row.own_devices,
  logo: logoAddress(row),
  date_created: row.created_at.toISOString(),
  version: row.version,
  removed_at: row.removed_at?.toISOString() ?? null,
  permissions: permissionsOf('client', who, { clientId: ClientId.parse(row.id) }),
});

/** The subject of an audit note. */
export const about = (clientId: number, subjectName: string) => ({
  subject: 'client',
  subjectId: clientId,
  subjectName,
  clientId,
});
