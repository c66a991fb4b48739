import { machineTypes } from '@tocsin/machines/library';
import fc from 'fast-check';
import { anchorPositions, sensorPositions } from '../../../canvas/geometry/positions.ts';
import { type Connector, elementsOf, type Label, type Machine, type Shape, type Tab } from '../../../canvas/tab.ts';
import { type Action, type ActionKind, actionTable } from '../actions.ts';
import { copied, fresh } from '../clipboard.ts';
import { noElements } from '../elements.ts';

export const blankTab: Tab = {
  name: 'Receiving',
  width: 800,
  height: 600,
  zoom: 1,
  offset: { x: 0, y: 0 },
  pixelsPerMetre: null,
  shapes: [],
  connectors: [],
  machines: [],
  labels: [],
};

/** A random choice: which action, and numbers to derive its subjects and values from. */
export interface Throw {
  readonly kind: ActionKind;
  readonly dice: readonly number[];
}

const kinds = Object.keys(actionTable) as readonly ActionKind[];

export const throws = (most: number): fc.Arbitrary<readonly Throw[]> =>
  fc.array(
    fc.record({
      // Adding is more frequent, so that there is something to change.
      kind: fc.constantFrom<ActionKind>(...kinds, 'add', 'add', 'add', 'paste'),
      dice: fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 8, maxLength: 8 }),
    }),
    { minLength: most, maxLength: most },
  );

let last = 0;
export const nextId = (): string => `e${++last}`;

const newMachine = (n: number, x: number, y: number): Machine => ({
  kind: 'machine',
  id: nextId(),
  savedId: null,
  name: `Machine ${n}`,
  type: machineTypes[n % machineTypes.length]?.id ?? 1,
  x,
  y,
  scale: 1,
  stretch: 0,
  lengthM: null,
  area: '',
  flip: n % 2 === 0,
  bindings: [],
  stateSensor: null,
});
const newShape = (n: number, x: number, y: number): Shape => {
  const shape = (['circle', 'default', 'line', 'rectangle'] as const)[n % 4] ?? 'circle';
  return { kind: 'shape', id: nextId(), shape, x, y, width: 78, height: shape === 'line' ? 3 : 78, angle: 0 };
};
const newLabel = (n: number, x: number, y: number): Label => ({
  kind: 'label',
  id: nextId(),
  x,
  y,
  size: 14,
  text: `Text ${n}`,
});

function newConnector(tab: Tab, a: number, b: number): Connector | null {
  const from = tab.machines[a % Math.max(1, tab.machines.length)];
  const to = tab.machines[b % Math.max(1, tab.machines.length)];
  const start = from && anchorPositions(from)[0];
  const end = to && anchorPositions(to).at(-1);
  if (from === undefined || to === undefined || from === to || start === undefined || end === undefined) return null;
  return {
    kind: 'connector',
    id: nextId(),
    from: { machine: from.id, anchor: start.id },
    to: { machine: to.id, anchor: end.id },
    via: [],
  };
}

function addOne(tab: Tab, [a = 0, b = 0, c = 0, d = 0]: readonly number[]): Action {
  const x = b % 800;
  const y = c % 600;
  const connector = newConnector(tab, b, c);
  switch (a % 4) {
    case 0:
      return { kind: 'add', elements: { ...noElements, shapes: [newShape(d, x, y)] } };
    case 1:
      return { kind: 'add', elements: { ...noElements, labels: [newLabel(d, x, y)] } };
    case 2:
      if (connector !== null) return { kind: 'add', elements: { ...noElements, connectors: [connector] } };
      return { kind: 'add', elements: { ...noElements, machines: [newMachine(d, x, y)] } };
    default:
      return { kind: 'add', elements: { ...noElements, machines: [newMachine(d, x, y)] } };
  }
}

/** The action for this tab; null if the tab has no suitable element. */
export function actionOf(tab: Tab, { kind, dice }: Throw): Action | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = dice;
  const of = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
  const all = elementsOf(tab);
  const ids = all.filter((_, i) => (a >> (i % 12)) % 3 === 0).map((element) => element.id);
  const machine = of(tab.machines, a);
  const shape = of(tab.shapes, a);
  const label = of(tab.labels, a);
  const connector = of(tab.connectors, a);
  const by = { x: (b % 400) - 200, y: (c % 400) - 200 };
  switch (kind) {
    case 'add':
      return addOne(tab, dice);
    case 'paste':
      return all.length > 200 ? null : { kind, elements: fresh(copied(tab, new Set(ids)), by, nextId) };
    case 'remove':
      return { kind, ids: ids.slice(0, 1 + (b % 3)) };
    case 'move':
    case 'nudge':
      return { kind, ids, by };
    case 'flip':
      return { kind, ids };
    case 'align':
      return {
        kind,
        ids,
        alignment: (['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const)[b % 6] ?? 'left',
      };
    case 'distribute':
      return { kind, ids, axis: b % 2 ? 'across' : 'down' };
    case 'order':
      return { kind, ids, to: b % 2 ? 'front' : 'back' };
    case 'letter-size':
      return { kind, ids, size: b % 60 };
    case 'tab-name':
      return { kind, name: `Tab ${b % 5}` };
    case 'tab-size':
      return { kind, width: b % 3_000, height: c % 3_000 };
    case 'scale':
      return machine ? { kind, id: machine.id, scale: (b % 400) / 100 } : null;
    case 'stretch':
      return machine ? { kind, id: machine.id, stretch: (b % 500) - 200 } : null;
    case 'length':
      return machine ? { kind, id: machine.id, metres: (b % 400) / 10 } : null;
    case 'area':
      return { kind, ids, area: `Area ${b % 4}` };
    case 'tab-scale':
      return { kind, pixelsPerMetre: b % 3 === 0 ? null : c % 60 };
    case 'copies':
      return all.length > 200
        ? null
        : {
            kind,
            elements: fresh(copied(tab, new Set(ids)), by, nextId),
            width: tab.width + (b % 90),
            height: tab.height,
          };
    case 'rename':
      return machine ? { kind, id: machine.id, name: `Leg ${b % 20}` } : null;
    case 'bind': {
      const point = machine && of(sensorPositions(machine), b);
      return machine && point
        ? { kind, id: machine.id, point: point.id, sensor: c % 4 ? `1.4.${d % 40}` : null }
        : null;
    }
    case 'state-sensor':
      return machine ? { kind, id: machine.id, sensor: b % 2 ? '1.18.18000' : null } : null;
    case 'bend':
      return connector
        ? { kind, id: connector.id, via: dice.slice(0, b % 4).map((n) => ({ x: n % 900, y: n % 700 })) }
        : null;
    case 'reconnect': {
      const other = of(tab.machines, c);
      const anchor = other && of(anchorPositions(other), d);
      if (!connector || !other || !anchor) return null;
      return { kind, id: connector.id, end: b % 2 ? 'from' : 'to', to: { machine: other.id, anchor: anchor.id } };
    }
    case 'reshape':
      return shape
        ? { kind, id: shape.id, box: { x: b % 700, y: c % 500, width: d % 300, height: e % 300 }, angle: a % 720 }
        : null;
    case 'write':
      return label ? { kind, id: label.id, text: `Note ${b % 9}` } : null;
  }
}
