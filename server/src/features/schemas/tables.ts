import type { TabDocument } from '@tocsin/contract/schema-document';
import type { Generated } from 'kysely';
import type { Defaulted, DefaultedTimestamp, Json, Timestamp } from '../../platform/tables.ts';

interface Modified {
  modified_by: number | null;
  modified_first_name: Defaulted<string>;
  modified_last_name: Defaulted<string>;
  modified_at: Timestamp;
}

/** Tables of this feature (0500-schema-create.sql). */
export type SchemaTables = {
  schema: Modified & {
    id: Generated<number>;
    site_id: number;
    name: string;
    is_published: Defaulted<boolean>;
    comment: Defaulted<string>;
    published_at: Date | null;
    copy_of: number | null;
    copy_by: number | null;
    created_at: DefaultedTimestamp;
  };
  schema_tab: Modified & {
    id: Generated<number>;
    schema_id: number;
    source_tab: number | null;
    position: number;
    name: string;
    document: Json<TabDocument>;
    version: Defaulted<number>;
  };
  schema_machine: { id: Generated<number>; tab_id: number; frontend_id: string; name: string };
  schema_sensor: {
    schema_id: number;
    tab_id: number;
    machine_id: number;
    point: string | null;
    device_id: number;
    group_id: string;
    sensor_id: string;
    device_name: string;
    group_name: string;
    sensor_name: string;
    type: string;
    unit: string;
  };
};
