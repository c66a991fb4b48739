import { documentFormat, type TabDocument } from '@tocsin/contract/schema-document';
import type { Tab as SavedTab, SchemaSensor } from '@tocsin/contract/schemas';

/** The document of a tab as the server sends it: sensors by path. */
export const documentOfTab = (tab: SavedTab): TabDocument => ({
  format: documentFormat,
  name: tab.name,
  width: tab.width,
  height: tab.height,
  zoom: tab.zoom,
  offset_x: tab.offset_x,
  offset_y: tab.offset_y,
  pixels_per_metre: tab.pixels_per_metre,
  machines: tab.machines.map((machine) => ({
    ...machine,
    sensors: machine.sensors.map(({ sensor_point, sensor }) => ({ sensor_point, sensor: sensor.id })),
    system_state_sensor: machine.system_state_sensor?.id ?? null,
  })),
  connectors: tab.connectors,
  shapes: tab.shapes,
  text_elements: tab.text_elements,
});

/** Every sensor in the tab, by path, with its names. */
export const sensorsOfTab = (tab: SavedTab): ReadonlyMap<string, SchemaSensor> =>
  new Map(
    tab.machines.flatMap((machine) => {
      const state = machine.system_state_sensor;
      const bound = machine.sensors.map(({ sensor }) => [sensor.id, sensor] as const);
      return state === null ? bound : [...bound, [state.id, state] as const];
    }),
  );
