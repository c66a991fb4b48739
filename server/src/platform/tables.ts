import type { ColumnType, Generated } from 'kysely';

/**
 * The foundation tables (0001-foundation.sql), which every feature may join. A feature adds the types of its own tables
 * with `db.$extendTables<FeatureTables>()` in its store.
 */
export interface FoundationTables {
  client: ClientTable;
  users: UsersTable;
  client_member: ClientMemberTable;
  site: SiteTable;
  membership: MembershipTable;
  session: SessionTable;
  device_registry: DeviceRegistryTable;
  device: DeviceTable;
  audit: AuditTable;
}

/** timestamptz as Date. */
export type Timestamp = ColumnType<Date, Date, Date>;
/** timestamptz with a default. */
export type DefaultedTimestamp = ColumnType<Date, Date | undefined, Date>;
/** jsonb: read as parsed values, written as JSON text (a bare array would be sent as a PostgreSQL array). */
export type Json<T> = ColumnType<T, string, string>;
/** Columns with a database default; nullable columns are optional in inserts anyway. */
export type Defaulted<T> = Generated<T>;

export type Role = 'User' | 'Engineer' | 'Manager';

export interface ClientTable {
  id: Generated<number>;
  number: number;
  company: string;
  address: Defaulted<string>;
  phone: Defaulted<string>;
  full_name: Defaulted<string>;
  email: Defaulted<string>;
  alternative_name: Defaulted<string>;
  alternative_email: Defaulted<string>;
  alternative_phone: Defaulted<string>;
  is_active: Defaulted<boolean>;
  is_2fa_required: Defaulted<boolean>;
  acknowledged_kinds: Defaulted<('warnings' | 'offline' | 'lost')[]>;
  changes_need_reason: Defaulted<boolean>;
  changes_need_approval: Defaulted<boolean>;
  logo: Buffer | null;
  logo_type: string | null;
  version: Defaulted<number>;
  created_at: DefaultedTimestamp;
  removed_at: Date | null;
}

export interface UsersTable {
  id: Generated<number>;
  username: string;
  email: string;
  first_name: Defaulted<string>;
  last_name: Defaulted<string>;
  company: Defaulted<string>;
  phone: Defaulted<string>;
  address: Defaulted<string>;
  password_hash: string | null;
  is_active: Defaulted<boolean>;
  is_superuser: Defaulted<boolean>;
  is_oem: Defaulted<boolean>;
  is_accounts_management: Defaulted<boolean>;
  registered_at: Date | null;
  tour_closed_at: Date | null;
  language: string | null;
  mailbox_verified_at: Date | null;
  current_client: number | null;
  current_site: number | null;
  current_device: number | null;
  version: Defaulted<number>;
  created_at: DefaultedTimestamp;
  removed_at: Date | null;
}

/** @public Inferred types of queries name it. */
export interface ClientMemberTable {
  user_id: number;
  client_id: number;
  is_accounts_management: Defaulted<boolean>;
  is_active: Defaulted<boolean>;
  visual_dashboard_enabled: Defaulted<boolean>;
  added_by: number | null;
}

export interface SiteTable {
  id: Generated<number>;
  client_id: number;
  title: string;
  address: Defaulted<string>;
  full_name: Defaulted<string>;
  email: Defaulted<string>;
  mobile: Defaulted<string>;
  timezone: string;
  latitude: number | null;
  longitude: number | null;
  is_suspended: Defaulted<boolean>;
  proof_interval_days: Defaulted<number>;
  version: Defaulted<number>;
  created_at: DefaultedTimestamp;
  removed_at: Date | null;
}

/** @public Inferred types of queries name it. */
export interface MembershipTable {
  id: Generated<number>;
  user_id: number;
  site_id: number;
  has_access: Defaulted<boolean>;
  permission: Defaulted<Role>;
}

interface SessionTable {
  id: Generated<number>;
  token_hash: Buffer;
  kind: Defaulted<'person' | 'wall'>;
  user_id: number | null;
  site_id: number | null;
  made_by: number | null;
  verified_at: Date | null;
  /** The client whose provider signed the person in; null: every client of theirs. */
  only_client_id: number | null;
  /** The highest role of a session from a provider; null: not limited. */
  role_limit: 'User' | 'Engineer' | 'Manager' | 'account' | null;
  address: Defaulted<string>;
  agent: Defaulted<string>;
  created_at: DefaultedTimestamp;
  used_at: DefaultedTimestamp;
  ended_at: Date | null;
}

interface DeviceRegistryTable {
  serial_number: string;
  code_cipher: Buffer;
  code_hash: Buffer;
  device_type: string;
  imported_at: DefaultedTimestamp;
}

export interface DeviceTable {
  id: Generated<number>;
  site_id: number;
  title: string;
  serial_number: string;
  device_type: string;
  is_emulated_as: string | null;
  udf_id: string | null;
  ip_address: string | null;
  modbus_map: string | null;
  edge_id: number | null;
  is_suspended: Defaulted<boolean>;
  degrees: 'F' | 'C' | null;
  networks: string[] | null;
  key_sensor: string | null;
  version: Defaulted<number>;
  created_at: DefaultedTimestamp;
  removed_at: Date | null;
}

interface AuditTable {
  id: Generated<number>;
  at: DefaultedTimestamp;
  user_id: number | null;
  user_name: string;
  address: Defaulted<string>;
  client_id: number | null;
  site_id: number | null;
  device_id: number | null;
  action: string;
  subject: string;
  subject_id: Defaulted<string>;
  subject_name: Defaulted<string>;
  old: Json<unknown> | null;
  new: Json<unknown> | null;
}
