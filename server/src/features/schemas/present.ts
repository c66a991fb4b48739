import { SiteId } from '@tocsin/contract/ids';
import { TabDocument } from '@tocsin/contract/schema-document';
import type { Schema, SchemaMachine, SchemaSensor, Tab } from '@tocsin/contract/schemas';
import { permissionsOf } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal.ts';
import type { SiteSubject } from '../../access/subject.ts';
import type { SchemaRow, TabLine } from './store.ts';
import type { TabRow } from './store-tabs.ts';

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);
const modifier = (row: { modified_first_name: string; modified_last_name: string }) => ({
  first_name: row.modified_first_name,
  last_name: row.modified_last_name,
});

/** The caller of a request, and the site whose schemas it is about. */
export interface SchemaReader {
  readonly who: Principal;
  readonly subject: SiteSubject;
}

export function presentSchema(row: SchemaRow, lines: readonly TabLine[], { who, subject }: SchemaReader): Schema {
  const tabs = lines.filter((line) => line.schema_id === row.id);
  return {
    id: row.id,
    name: row.name,
    location: SiteId.parse(row.site_id),
    is_published: row.is_published,
    comment: row.comment,
    modified_by: modifier(row),
    update_dt: seconds(row.modified_at),
    device_ids: [...new Set(tabs.flatMap((tab) => tab.devices))].sort((a, b) => a - b),
    schema_tabs: tabs.map((tab) => ({
      id: tab.id,
      name: tab.name,
      order: tab.position,
      sensors_ids: [...tab.sensors],
    })),
    copy_of: row.copy_of,
    permissions: permissionsOf('schema', who, subject),
  };
}

export type NamesSensor = (path: string) => SchemaSensor;

export const presentMachine = (
  machine: TabDocument['machines'][number],
  id: number,
  sensor: NamesSensor,
): SchemaMachine => ({
  ...machine,
  id,
  sensors: machine.sensors.map((one) => ({ sensor_point: one.sensor_point, sensor: sensor(one.sensor) })),
  system_state_sensor: machine.system_state_sensor === null ? null : sensor(machine.system_state_sensor),
});

/** Migrates stored documents of older formats on reading. */
export const documentOf = (row: TabRow): TabDocument => TabDocument.parse(row.document);

export function presentTab(row: TabRow, machineIds: ReadonlyMap<string, number>, sensor: NamesSensor): Tab {
  const document = documentOf(row);
  return {
    ...document,
    id: row.id,
    schema: row.schema_id,
    name: row.name,
    machines: document.machines.flatMap((machine) => {
      const id = machineIds.get(machine.frontend_id);
      return id === undefined ? [] : [presentMachine(machine, id, sensor)];
    }),
    connectors: document.connectors.map((connector) => ({
      ...connector,
      start_machine: machineIds.get(connector.start_m_fe_id) ?? null,
      end_machine: machineIds.get(connector.end_m_fe_id) ?? null,
    })),
    version: row.version,
    order: row.position,
    modified_by: modifier(row),
    update_dt: seconds(row.modified_at),
  };
}
