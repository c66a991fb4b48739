import { limits } from '@tocsin/contract/limits';
import { documentLimits } from '@tocsin/contract/schema-document';
import { around, boxOf } from '../../canvas/geometry/positions.ts';
import type { Machine, Placed, Tab } from '../../canvas/tab.ts';
import { fresh } from './clipboard.ts';
import { type Elements, noElements } from './elements.ts';

/** A sensor of the site to which a copy could be bound. */
export interface Offer {
  readonly id: string;
  readonly name: string;
  readonly group_name: string;
  readonly device: string;
  readonly device_id: number;
  /** 'Already in use at ...'; null: free. */
  readonly inUse: string | null;
}

/** A sensor of the original and its counterpart in the copy. */
export interface Mapped {
  readonly machine: string;
  /** null: the state sensor, which several machines may share. */
  readonly point: string | null;
  readonly from: Offer;
  /** null: the copy has no counterpart. */
  readonly to: Offer | null;
}

/** A possible copy: its name and its sensors. */
export interface Target {
  readonly key: string;
  /** 'Leg 4'. */
  readonly label: string;
  readonly rename: (name: string) => string;
  readonly rows: readonly Mapped[];
  /** Rows with a free sensor. */
  readonly mapped: number;
}

const inOrder = new Intl.Collator('en', { numeric: true });
const key = (text: string): string => text.trim().toLowerCase();
const numberIn = (name: string): string | null => name.match(/\d+/g)?.at(-1) ?? null;
const replaceNumber = (name: string, from: string, to: string): string =>
  name.replaceAll(/\d+/g, (digits) => (digits === from ? to : digits));

interface Use {
  readonly machine: string;
  readonly point: string | null;
  readonly from: Offer;
}

const usesOf = (machines: readonly Machine[], offers: ReadonlyMap<string, Offer>): readonly Use[] =>
  machines.flatMap((machine) => [
    ...machine.bindings.flatMap(({ point, sensor }): Use[] => {
      const from = offers.get(sensor);
      return from === undefined ? [] : [{ machine: machine.id, point, from }];
    }),
    ...[offers.get(machine.stateSensor ?? '')].flatMap((from): Use[] =>
      from === undefined ? [] : [{ machine: machine.id, point: null, from }],
    ),
  ]);

const isFree = (point: string | null, offer: Offer): boolean => point === null || offer.inUse === null;

function targetOf(
  id: string,
  label: string,
  rename: Target['rename'],
  uses: readonly Use[],
  find: (from: Offer) => Offer | undefined,
): Target {
  const rows = uses.map(({ machine, point, from }): Mapped => ({ machine, point, from, to: find(from) ?? null }));
  return {
    key: id,
    label,
    rename,
    rows,
    mapped: rows.filter(({ point, to }) => to !== null && isFree(point, to)).length,
  };
}

/** Copies on the site's other devices, mapped to the sensors of the same group and name. */
function onDevices(uses: readonly Use[], offers: readonly Offer[]): readonly Target[] {
  const devices = new Map(uses.map(({ from }) => [from.device_id, from.device]));
  const [own] = devices;
  if (own === undefined || devices.size > 1) return [];
  const [ownId, ownName] = own;
  const others = Map.groupBy(
    offers.filter(({ device_id }) => device_id !== ownId),
    ({ device_id }) => device_id,
  );
  return [...others].map(([id, list]): Target => {
    const label = list[0]?.device ?? '';
    const byName = new Map(list.map((offer) => [`${key(offer.group_name)}\n${key(offer.name)}`, offer]));
    const [from, to] = [numberIn(ownName), numberIn(label)];
    const rename = (name: string): string => {
      if (name.includes(ownName)) return name.replaceAll(ownName, label);
      const other = from !== null && to !== null ? replaceNumber(name, from, to) : name;
      return other === name ? `${name} (${label})` : other;
    };
    return targetOf(`device ${id}`, label, rename, uses, (sensor) =>
      byName.get(`${key(sensor.group_name)}\n${key(sensor.name)}`),
    );
  });
}

/** Copies on the same devices, mapped to sensors whose names differ only in the machine's number. */
function byNumber(machines: readonly Machine[], uses: readonly Use[], offers: readonly Offer[]): readonly Target[] {
  const named = machines.find((machine) => numberIn(machine.name) !== null);
  const number = named && numberIn(named.name);
  if (named === undefined || number === null || number === undefined) return [];
  const placeOf = ({ device_id, group_name, name }: Offer, from: string, to: string): string =>
    `${device_id}\n${key(replaceNumber(group_name, from, to))}\n${key(replaceNumber(name, from, to))}`;
  const byPlace = new Map(offers.map((offer) => [placeOf(offer, '', ''), offer]));
  const numbers = new Set(
    offers.flatMap(({ name, group_name }) => [...`${name} ${group_name}`.matchAll(/\d+/g)].map(String)),
  );
  return [...numbers]
    .filter((to) => to !== number)
    .map((to): Target => {
      const rename = (name: string): string => replaceNumber(name, number, to);
      return targetOf(`number ${to}`, rename(named.name), rename, uses, (from) => {
        const found = byPlace.get(placeOf(from, number, to));
        return found?.id === from.id ? undefined : found;
      });
    });
}

/** Possible copies with at least one free sensor: those with the most free sensors first, then by name. */
export function targetsOf(machines: readonly Machine[], offers: readonly Offer[]): readonly Target[] {
  const uses = usesOf(machines, new Map(offers.map((offer) => [offer.id, offer])));
  if (uses.length === 0) return [];
  const ownDevices = new Set(uses.map(({ from }) => from.device_id));
  const nearby = offers.filter(({ device_id }) => ownDevices.has(device_id));
  return [...onDevices(uses, offers), ...byNumber(machines, uses, nearby)]
    .filter(({ rows }) => rows.some(({ point, to }) => point !== null && to !== null && to.inUse === null))
    .sort((a, b) => b.mapped - a.mapped || inOrder.compare(a.label, b.label));
}

/** The copies bound to the sensors of a target; sensors in use, or used by an earlier copy, are left unbound. */
function bound(machines: readonly Machine[], copies: readonly Machine[], target: Target, taken: Set<string>) {
  return copies.map((copy, i): Machine => {
    const own = target.rows.filter(({ machine }) => machine === machines[i]?.id);
    const bindings = own.flatMap(({ point, to }) => {
      if (point === null || to === null || to.inUse !== null || taken.has(to.id)) return [];
      taken.add(to.id);
      return [{ point, sensor: to.id }];
    });
    const state = own.find(({ point }) => point === null)?.to ?? null;
    const name = target.rename(copy.name).slice(0, limits.nameLength);
    return { ...copy, name, bindings, stateSensor: state?.id ?? null };
  });
}

export interface Copies {
  readonly elements: Elements;
  /** Size of the tab, enlarged if the copies need it. */
  readonly width: number;
  readonly height: number;
}

/**
 * Copies of the selection, one per target, side by side and `gap` apart to the right of the original; in further rows
 * below once the tab has its maximum width. null if the tab has no room for all.
 */
export function copiesOf(
  tab: Tab,
  chosen: Elements,
  targets: readonly Target[],
  gap: number,
  newId: () => string,
): Copies | null {
  const placed: readonly Placed[] = [...chosen.machines, ...chosen.shapes, ...chosen.labels];
  const box = around(placed.map(boxOf));
  if (box === null) return null;
  const { mostSide } = documentLimits;
  const [stepX, stepY] = [box.width + gap, box.height + gap];
  const perRow = Math.max(1, Math.floor((mostSide - box.x - box.width) / stepX) + 1);
  const taken = new Set<string>();
  let [width, height] = [tab.width, tab.height];
  let all: Elements = noElements;
  for (const [i, target] of targets.entries()) {
    const place = i + 1;
    const by = { x: (place % perRow) * stepX, y: Math.floor(place / perRow) * stepY };
    const copy = fresh(chosen, by, newId);
    width = Math.max(width, Math.ceil(box.x + by.x + box.width));
    height = Math.max(height, Math.ceil(box.y + by.y + box.height));
    all = {
      shapes: [...all.shapes, ...copy.shapes],
      connectors: [...all.connectors, ...copy.connectors],
      machines: [...all.machines, ...bound(chosen.machines, copy.machines, target, taken)],
      labels: [...all.labels, ...copy.labels],
    };
  }
  return width > mostSide || height > mostSide ? null : { elements: all, width, height };
}
