import { groupPlace } from '@tocsin/contract/group-order';
import { sensorPath } from '@tocsin/contract/layout';
import type { IndexedLayout, UnitConversion } from '../types.ts';

/** The parts of a live document that change only with a birth or a setting, prepared as text. */
export interface LiveShape {
  readonly layout: IndexedLayout;
  readonly shown: readonly UnitConversion[];
  readonly names: readonly string[];
  readonly groups: readonly GroupShape[];
}
interface GroupShape {
  readonly id: string;
  /** `{"Id":"4","Name":"Temperature","Meta":{...,"Nodes":3,"Activity":` */
  readonly head: string;
  readonly sensors: readonly SensorShape[];
}
interface SensorShape {
  readonly index: number;
  readonly path: string;
  /** `{"Id":"401","Name":"Head bearing left","Type":"NUMERIC","Value":` */
  readonly head: string;
  /** `,"Units":"C"},"At":` */
  readonly units: string;
}

/** Nodes are sorted by number, groups in display order, then by id. */
export function makeShape(
  layout: IndexedLayout,
  shown: readonly UnitConversion[],
  names: readonly string[],
  byNumber: boolean,
): LiveShape {
  const place = (name: string): number => (byNumber ? 0 : groupPlace(name));
  const groups = [...layout.groups].sort((a, b) => place(a.name) - place(b.name) || byId(a.id, b.id));
  return {
    layout,
    shown,
    names,
    groups: groups.map((group) => {
      const sensors = layout.sensors.flatMap((sensor, index) => (sensor.groupId === group.id ? [index] : []));
      const { Nodes: _, Activity: __, ...meta } = group.meta;
      const groupText = JSON.stringify({ Id: group.id, Name: group.name, Meta: { ...meta, Nodes: sensors.length } });
      return {
        id: group.id,
        head: `${groupText.slice(0, -2)},"Activity":`,
        sensors: sensors.map((index) => sensorShape(layout, shown, names, index)),
      };
    }),
  };
}

function sensorShape(
  layout: IndexedLayout,
  shown: readonly UnitConversion[],
  names: readonly string[],
  index: number,
): SensorShape {
  const sensor = layout.sensors[index];
  const head = JSON.stringify({ Id: sensor?.sensorId, Name: names[index], Type: shown[index]?.type });
  return {
    index,
    path: sensor ? sensorPath(sensor) : '',
    head: `${head.slice(0, -1)},"Value":`,
    units: `,"Units":${JSON.stringify(shown[index]?.unit ?? '')}},"At":`,
  };
}

/** Sorts numbers by size, then texts. */
function byId(a: string, b: string): number {
  const x = Number(a);
  const y = Number(b);
  if (Number.isNaN(x) || Number.isNaN(y))
    return Number.isNaN(x) === Number.isNaN(y) ? (a < b ? -1 : 1) : Number.isNaN(x) ? 1 : -1;
  return x - y;
}
