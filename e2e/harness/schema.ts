import { drawingOf, machineTypes } from '@tocsin/machines/library';
import type { Api } from './api.ts';
import type { Plant, PlantDevice } from './plant.ts';

/** The fields of a machine that a test sets; the others have defaults. */
export interface NewMachine {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Bound sensors by sensor point, as `groupId.sensorId` of the first device. */
  readonly sensors?: Readonly<Record<string, string>>;
  readonly state?: string;
  readonly scale?: number;
  /** Sensor bound to the machine's first sensor point. */
  readonly firstSensor?: string;
  readonly device?: PlantDevice;
}

export interface MadeTab {
  readonly id: number;
  readonly schema: number;
  readonly name: string;
  readonly version: number;
  readonly machines: readonly { readonly id: number; readonly name: string; readonly frontend_id: string }[];
}

const v2 = '../v2/';
const typeOf = (key: string) => {
  const type = machineTypes.find((one) => one.key === key);
  if (type === undefined) throw new Error(`no machine type ${key}`);
  return type;
};

const machineOf = (machine: NewMachine, first: PlantDevice | undefined) => {
  const type = typeOf(machine.type);
  const path = (sensor: string): string => `${(machine.device ?? first)?.id}.${sensor}`;
  const [point] = drawingOf(type).sensors;
  const own = machine.firstSensor !== undefined && point ? { [point.id]: machine.firstSensor } : {};
  return {
    frontend_id: machine.id,
    name: machine.name,
    type_of_machine: type.id,
    x_coord: machine.x,
    y_coord: machine.y,
    scale: machine.scale ?? 0.6,
    flip: false,
    sensors: Object.entries({ ...own, ...machine.sensors }).map(([sensor_point, sensor]) => ({
      sensor_point,
      sensor: path(sensor),
    })),
    system_state_sensor: machine.state === undefined ? null : path(machine.state),
  };
};

/** The document of a tab as the editor saves it. */
export const tabDocument = (plant: Plant, name: string, machines: readonly NewMachine[], more: object = {}) => ({
  location: plant.siteId,
  name,
  width: 1000,
  height: 600,
  zoom: 1,
  offset_x: 0,
  offset_y: 0,
  machines: machines.map((machine) => machineOf(machine, plant.devices[0])),
  connectors: [],
  shapes: [],
  text_elements: [],
  ...more,
});

/** Creates a tab with the API: in an existing schema, or in a new one with this name. */
export const makeTab = (
  api: Api,
  plant: Plant,
  schema: string | number,
  name: string,
  machines: readonly NewMachine[],
  more: object = {},
): Promise<MadeTab> =>
  api.post<MadeTab>(`${v2}tabs/`, {
    ...tabDocument(plant, name, machines, more),
    ...(typeof schema === 'number' ? { schema } : { schema: null, schema_name: schema }),
  });

/** The tab as it is stored now. */
export const tabNow = <T = MadeTab>(api: Api, id: number): Promise<T> => api.get<T>(`${v2}tabs/${id}/`);
/** Publishes a schema. */
export const publish = (api: Api, schema: number): Promise<unknown> =>
  api.post(`${v2}schemas/${schema}/publish/`, { comment: 'As built' });

/** Waits until the device has announced its sensors. */
export async function waitForSensor(api: Api, plant: Plant, sensor: string): Promise<void> {
  for (;;) {
    const matches = await api.get<{ results: { id: string }[] }>(
      `${v2}search-sensor/?location=${plant.siteId}&limit=1000`,
    );
    if (matches.results.some((one) => one.id.endsWith(`.${sensor}`))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
