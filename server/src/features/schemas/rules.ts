import type { DocumentMachine, TabDocument } from '@tocsin/contract/schema-document';
import { schemaTexts } from '@tocsin/contract/schemas';
import { drawingOf, machineType } from '@tocsin/machines/library';
import { partsOf } from './sensors.ts';

/** Rules beyond the document's format that must hold before it is stored. */

export interface Fault {
  readonly field: string;
  readonly text: string;
}

const fault = (field: string, text: string): Fault => ({ field, text });

/** Where else the schema already uses a sensor. */
interface Use {
  readonly tabName: string;
  readonly machineName: string;
}

export interface Surroundings {
  /** Devices of the schema's site. */
  readonly devices: ReadonlySet<number>;
  /** Sensors of the previous version of this tab: they may stay even when their device no longer has them. */
  readonly before: ReadonlySet<string>;
  /** By path, on the other tabs of the schema. */
  readonly remote: ReadonlyMap<string, Use>;
  /** False: the device has reported and has no such sensor. */
  readonly mayExist: (path: string) => boolean;
}

export function documentFault(document: TabDocument, around: Surroundings): Fault | null {
  return (
    idFault(document) ??
    first(document.machines, machineFault) ??
    connectorFault(document) ??
    sensorFault(document, around)
  );
}

function first<T>(list: readonly T[], check: (one: T) => Fault | null): Fault | null {
  for (const one of list) {
    const problem = check(one);
    if (problem !== null) return problem;
  }
  return null;
}

function idFault({ machines, connectors, shapes, text_elements }: TabDocument): Fault | null {
  const ids = [...machines, ...connectors, ...shapes, ...text_elements].map((element) => element.frontend_id);
  return new Set(ids).size === ids.length ? null : fault('frontend_id', 'Two elements have the same id.');
}

function machineFault(machine: DocumentMachine): Fault | null {
  const type = machineType(machine.type_of_machine);
  if (type === undefined) return fault('type_of_machine', 'Not a known machine type.');
  const points = new Set(drawingOf(type, machine.stretch).sensors.map((point) => point.id));
  const used = machine.sensors.map((sensor) => sensor.sensor_point);
  if (used.some((point) => !points.has(point))) return fault('sensors', `${machine.name} has no such sensor point.`);
  if (new Set(used).size !== used.length) return fault('sensors', `A sensor point of ${machine.name} has two sensors.`);
  return null;
}

function connectorFault({ machines, connectors }: TabDocument): Fault | null {
  const byId = new Map(machines.map((machine) => [machine.frontend_id, machine]));
  const hasAnchor = (machine: DocumentMachine | undefined, anchor: string): boolean => {
    const type = machine && machineType(machine.type_of_machine);
    return type !== undefined && drawingOf(type, machine?.stretch).anchors.some((one) => one.id === anchor);
  };
  return first(connectors, (connector) => {
    const { start_m_fe_id, start_anchor_point, end_m_fe_id, end_anchor_point } = connector;
    const joined =
      hasAnchor(byId.get(start_m_fe_id), start_anchor_point) && hasAnchor(byId.get(end_m_fe_id), end_anchor_point);
    if (!joined) return fault('connectors', 'A connector joins an anchor that is not on the tab.');
    const same = start_m_fe_id === end_m_fe_id && start_anchor_point === end_anchor_point;
    return same ? fault('connectors', 'A connector joins an anchor with itself.') : null;
  });
}

function sensorFault({ name, machines }: TabDocument, around: Surroundings): Fault | null {
  const here = new Map<string, Use>();
  for (const machine of machines) {
    for (const { sensor } of machine.sensors) {
      const use = here.get(sensor) ?? around.remote.get(sensor);
      if (use !== undefined) return fault('sensors', schemaTexts.inUse(use.tabName, use.machineName));
      here.set(sensor, { tabName: name, machineName: machine.name });
    }
  }
  return first(sensorPaths(machines), (path) => {
    if (around.before.has(path)) return null;
    if (!around.devices.has(partsOf(path).deviceId)) return fault('sensors', 'Not a sensor of this site.');
    return around.mayExist(path) ? null : fault('sensors', 'The device has no such sensor.');
  });
}

/** Bound and state sensors of machines. */
export const sensorPaths = (machines: readonly DocumentMachine[]): readonly string[] =>
  machines.flatMap((machine) => [
    ...machine.sensors.map((sensor) => sensor.sensor),
    ...(machine.system_state_sensor === null ? [] : [machine.system_state_sensor]),
  ]);

/** The same drawing without its sensors, since a sensor may be used once per schema. */
export const unbound = (document: TabDocument): TabDocument => ({
  ...document,
  machines: document.machines.map((machine) => ({ ...machine, sensors: [], system_state_sensor: null })),
});

/** The stored form: machines are identified by frontend_id; their database ids are in rows. */
export const storedForm = (document: TabDocument): TabDocument => ({
  ...document,
  machines: document.machines.map((machine) => ({ ...machine, id: null })),
  connectors: document.connectors.map((connector) => ({ ...connector, start_machine: null, end_machine: null })),
});

/** 'Drying (copy)', 'Drying (copy 2)', ... cut to the maximum length. */
export function copyName(name: string, usedNames: readonly string[], most: number): string {
  for (let n = 1; ; n++) {
    const tail = n === 1 ? ' (copy)' : ` (copy ${n})`;
    const candidate = name.slice(0, most - tail.length) + tail;
    if (!usedNames.includes(candidate)) return candidate;
  }
}
