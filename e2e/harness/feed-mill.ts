import type { Api } from './api.ts';
import {
  feedMill,
  isLeg,
  type MillMachine,
  millAreas,
  millConnectors,
  millMachineDocument,
  millMachines,
  millShapes,
  sensorId,
  stateName,
} from './feed-mill-drawing.ts';
import { ingest } from './ingest.ts';
import { makePlant, type Plant, type PlantDevice } from './plant.ts';
import { type MadeTab, publish, waitForSensor } from './schema.ts';

interface Reading {
  value: number;
  readonly type: 'NUMERIC' | 'BOOL';
  readonly name: string;
  readonly unit: string;
  word: string;
  isAlarm: boolean;
}

/** A live feed mill of 105 machines, with one device for each area, which sends all values of its machines. */
export class FeedMill {
  readonly plant: Plant;
  readonly #url: string;
  readonly #readings = new Map<string, Map<string, Reading>>();
  #seq = 0;

  private constructor(plant: Plant, url: string) {
    this.plant = plant;
    this.#url = url;
    for (const area of millAreas)
      this.#readings.set(area, inGroups(readingsOf(millMachines.filter((one) => one.area === area))));
  }

  /** Creates the plant and announces its devices. */
  static async make(api: Api, url: string): Promise<FeedMill> {
    const plant = await makePlant(
      api,
      millAreas.map((title) => ({ title, type: '0300' })),
    );
    const mill = new FeedMill(plant, url);
    await mill.births();
    await mill.frames();
    await waitForSensor(api, plant, 'leg-5.speed');
    return mill;
  }

  /** Draws it in one tab and publishes the schema. */
  async draw(api: Api, change: (machine: MillMachine) => MillMachine = (machine) => machine): Promise<MadeTab> {
    const tab = await api.post<MadeTab>('../v2/tabs/', {
      location: this.plant.siteId,
      schema: null,
      schema_name: 'Feed mill',
      name: 'Whole mill',
      width: feedMill.width,
      height: feedMill.height,
      pixels_per_metre: feedMill.pixelsPerMetre,
      format: 3,
      zoom: 1,
      offset_x: 0,
      offset_y: 0,
      machines: millMachines.map((machine) =>
        millMachineDocument(change(machine), (area, sensor) => `${this.#device(area).id}.${sensor}`),
      ),
      connectors: millConnectors,
      shapes: millShapes,
      text_elements: [],
    });
    await publish(api, tab.schema);
    return tab;
  }

  /** Sets a value of a machine, by the sensor's name, for the next frame. */
  set(machine: string, sensor: string, value: number, isAlarm = false): void {
    const reading = this.#reading(machine, sensor);
    reading.value = value;
    reading.isAlarm = isAlarm;
  }

  /** Stops all machines of an area except legs, which have their own states. */
  stopArea(area: string): void {
    const reading = this.#readings.get(area)?.get('state.running');
    if (reading === undefined) throw new Error(`no area ${area}`);
    Object.assign(reading, { value: 0, word: 'Stopped' });
  }

  /** Stops a leg as by a fault. */
  trip(leg: string): void {
    Object.assign(this.#reading(leg, stateName), { value: 0, word: 'Stopped', isAlarm: true });
  }

  async births(): Promise<void> {
    for (const [area, readings] of this.#readings) {
      const groups = Map.groupBy(readings, ([path]) => path.split('.')[0] ?? '');
      await this.#send(area, 'birth', {
        ts: Date.now() - 1_000,
        groups: [...groups].map(([id, own]) => ({
          id,
          name: id === 'state' ? 'System' : (millMachines.find((machine) => machine.id === id)?.name ?? id),
          sensors: own.map(([path, { type, name, unit }]) => ({ id: path.split('.')[1], name, type, unit })),
        })),
      });
    }
  }

  /** Sends one frame of each device. */
  async frames(): Promise<void> {
    this.#seq += 1;
    for (const [area, readings] of this.#readings) {
      const all = [...readings.values()];
      const state = Object.fromEntries(
        all.flatMap(({ word, isAlarm }, i) => (word !== '' ? [[i, word]] : isAlarm ? [[i, 'Absolute']] : [])),
      );
      await this.#send(area, 'data', {
        ts: Date.now(),
        seq: this.#seq,
        v: all.map(({ value }) => value),
        alarm: all.flatMap(({ isAlarm }, i) => (isAlarm ? [i] : [])),
        state,
      });
    }
  }

  #device(area: string): PlantDevice {
    const device = this.plant.devices.find(({ title }) => title === area);
    if (device === undefined) throw new Error(`no device for ${area}`);
    return device;
  }

  #send(area: string, kind: 'birth' | 'data', body: object): Promise<void> {
    return ingest(this.#device(area), kind, body, this.#url);
  }

  #reading(machine: string, sensor: string): Reading {
    const drawn = millMachines.find(({ name }) => name === machine);
    const reading = drawn && this.#readings.get(drawn.area)?.get(sensorId(drawn, sensor));
    if (reading === undefined) throw new Error(`${machine} has no ${sensor}`);
    return reading;
  }
}

/** The readings in the order of the birth: group by group. */
const inGroups = (readings: ReadonlyMap<string, Reading>): Map<string, Reading> =>
  new Map([...Map.groupBy(readings, ([path]) => path.split('.')[0] ?? '').values()].flat());

function readingsOf(machines: readonly MillMachine[]): Map<string, Reading> {
  const running: Reading = { value: 1, type: 'BOOL', name: 'System state', unit: '', word: 'Running', isAlarm: false };
  const readings = new Map<string, Reading>([['state.running', running]]);
  for (const machine of machines.filter(isLeg))
    readings.set(sensorId(machine, stateName), { ...running, name: stateName });
  for (const machine of machines)
    for (const { name, unit, value, word } of machine.sensors)
      readings.set(sensorId(machine, name), {
        value,
        type: word === undefined ? 'NUMERIC' : 'BOOL',
        name,
        unit,
        word: word ?? '',
        isAlarm: false,
      });
  return readings;
}
