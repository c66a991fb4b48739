import { documentFormat, type TabDocument } from '@tocsin/contract/schema-document';
import type { SchemaSensor, Tab as WireTab } from '@tocsin/contract/schemas';

/** The document of a tab as the server told it: sensors by their path. */
export const documentOfTab = (tab: WireTab): TabDocument => ({
  format: documentFormat,
  name: tab.name,
  width: tab.width,
  height: tab.height,
  zoom: tab.zoom,
  offset_x: tab.offset_x,
  offset_y: tab.offset_y,
  machines: tab.machines.map((machine) => ({
    ...machine,
    sensors: machine.sensors.map(({ sensor_point, sensor }) => ({ sensor_point, sensor: sensor.id })),
    system_state_sensor: machine.system_state_sensor?.id ?? null,
  })),
  connectors: tab.connectors,
  shapes: tab.shapes,
  text_elements: tab.text_elements,
});

/** Every sensor that the tab names, by path, with its names. */
export const sensorsOfTab = (tab: WireTab): ReadonlyMap<string, SchemaSensor> =>
  new Map(
    tab.machines.flatMap((machine) => {
      const state = machine.system_state_sensor;
      const bound = machine.sensors.map(({ sensor }) => [sensor.id, sensor] as const);
      return state === null ? bound : [...bound, [state.id, state] as const];
    }),
  );
