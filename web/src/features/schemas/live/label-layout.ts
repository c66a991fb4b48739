import type { Box } from '../canvas/tab.ts';

/** A machine that needs a label; lengths in tab units. */
export interface LabelRequest {
  readonly id: string;
  readonly box: Box;
  readonly name: string;
  readonly reading: string;
  /** The reading is the words of a contact, 'Hatch closed', and no number. */
  readonly isWord?: boolean;
  /** Alarms and warnings: labelled before all others, also over machines. */
  readonly isUrgent: boolean;
  /** The place that the drawing keeps for a label: its centre, or with `edge` that edge. */
  readonly spot?: { readonly x: number; readonly y: number; readonly edge?: 'left' | 'bottom' | undefined } | undefined;
}

export interface PlacedLabel extends Box {
  readonly id: string;
  /** Name and reading on two lines, both on one line, or the name only. */
  readonly form: 'full' | 'line' | 'name';
}

/** One label for several machines that have no space for separate labels. */
interface GroupLabel extends Box {
  readonly id: string;
  readonly text: string;
}

export interface LabelLayout {
  readonly labels: readonly PlacedLabel[];
  readonly groups: readonly GroupLabel[];
}

/** In screen pixels. */
const lineHeight = 17;
const padding = 12;
const gap = 4;
const badgeGap = 16;
const urgentPadding = { across: 40, down: 12 } as const;
/** The largest width of a label on a machine, in widths of the machine; words of a contact need a clear ground. */
const mostInside = { urgent: 1.4, number: 1.34, word: 0.6 } as const;
/** Machines smaller than this on screen get no label of their own. */
const minSide = 20;
const maxGroupGap = 40;

export type Measure = (text: string, isBold: boolean) => number;
/** Estimated width without a browser: Inter's average advance is 0.56 em at 13 px. */
const estimate: Measure = (text, isBold) => text.length * 13 * (isBold ? 0.6 : 0.56);

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const overlapOf = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** A grid of screen cells with the boxes in each, so that hundreds of labels need not be compared with each other. */
class OccupancyGrid {
  private readonly cells = new Map<string, Box[]>();
  private static readonly side = 96;

  private *keys(box: Box): Generator<string> {
    const { side } = OccupancyGrid;
    for (let x = Math.floor(box.x / side); x <= Math.floor((box.x + box.width) / side); x++)
      for (let y = Math.floor(box.y / side); y <= Math.floor((box.y + box.height) / side); y++) yield `${x} ${y}`;
  }

  add(box: Box): void {
    for (const key of this.keys(box)) {
      const cell = this.cells.get(key);
      if (cell) cell.push(box);
      else this.cells.set(key, [box]);
    }
  }

  isFree(box: Box, except?: Box): boolean {
    for (const key of this.keys(box))
      if (this.cells.get(key)?.some((one) => one !== except && overlaps(one, box))) return false;
    return true;
  }
}

const scaled = (box: Box, zoom: number): Box => ({
  x: box.x * zoom,
  y: box.y * zoom,
  width: box.width * zoom,
  height: box.height * zoom,
});

interface Form {
  readonly form: PlacedLabel['form'];
  readonly width: number;
  readonly height: number;
}

function sizesOf(request: LabelRequest, box: Box, measure: Measure): readonly Form[] {
  const name = measure(request.name, true);
  const reading = measure(request.reading.replaceAll(/\d/g, '8'), false);
  const across = request.isUrgent ? urgentPadding.across : padding;
  const down = request.isUrgent ? urgentPadding.down : 0;
  const full: Form = { form: 'full', width: Math.max(name, reading) + across, height: 2 * lineHeight + down };
  const short: Form = { form: 'name', width: name + padding, height: lineHeight };
  if (request.reading === '') return [short];
  if (request.isUrgent) return [full];
  const line: Form = { form: 'line', width: name + reading + across + gap, height: lineHeight };
  return box.width > line.width && box.width > 2 * box.height ? [line, full, short] : [full, line, short];
}

interface Position extends Box {
  /** The label may cover its own machine. */
  readonly isInside: boolean;
  /** On the place that the drawing keeps for words, or on the drawing itself. */
  readonly ground?: 'kept' | 'drawn' | undefined;
}

/** Possible positions around and inside the machine, best first. */
function positionsOf(
  request: LabelRequest,
  box: Box,
  { form, width, height }: Form,
  zoom: number,
): readonly Position[] {
  const middleX = box.x + box.width / 2 - width / 2;
  const middleY = box.y + box.height / 2 - height / 2;
  const at = (x: number, y: number, isInside = false): Position => ({ x, y, width, height, isInside });
  const around = [
    at(middleX, box.y + box.height + gap),
    // A badge overlaps the upper corner of a machine in alarm.
    at(middleX, box.y - height - (request.isUrgent ? badgeGap : gap)),
    at(box.x + box.width + gap, middleY),
    at(box.x - width - gap, middleY),
    at(box.x + box.width + gap, box.y),
    at(box.x - width - gap, box.y),
  ];
  const most = mostInside[request.isUrgent ? 'urgent' : request.isWord && form !== 'name' ? 'word' : 'number'];
  const fits = width <= box.width * most && box.height >= height * 1.6;
  const inside = (fits ? [middleY, box.y + box.height * 0.66 - height / 2] : []).map(
    (y): Position => ({ ...at(middleX, y, true), ground: 'drawn' }),
  );
  if (request.spot === undefined) return [...around, ...inside];
  const { x, y, edge } = request.spot;
  const [left, top] = [edge === 'left' ? 0 : width / 2, edge === 'bottom' ? height : height / 2];
  const own: Position = { ...at(x * zoom - left, y * zoom - top, true), ground: edge === 'left' ? undefined : 'kept' };
  if (edge) return [own, ...around, ...inside];
  return fits ? [own, ...inside, ...around] : [...around, ...inside];
}

const steps = [-4, -3, -2, -1, 0, 1, 2, 3, 4];
/** Positions further away, nearest first, for a label that must stand somewhere. */
function aroundOf(box: Box, { width, height }: Form): readonly Position[] {
  const [x, y] = [box.x + box.width / 2 - width / 2, box.y + box.height / 2 - height / 2];
  const away = (one: Box): number => Math.hypot((one.x - x) / 2, one.y - y);
  return steps
    .flatMap((across) =>
      steps.map((down) => ({
        x: x + (across * (box.width + width)) / 6,
        y: y + down * ((box.height + height) / 2 + gap),
        width,
        height,
        isInside: false,
      })),
    )
    .toSorted((a, b) => away(a) - away(b));
}

/** Splits 'Bin 11' into name and number; null without a number at the end. */
const numbered = (name: string): { readonly stem: string; readonly number: number } | null => {
  const text = name.trim();
  const digits = text.match(/\d+/g)?.at(-1);
  if (digits === undefined || digits === text || !text.endsWith(digits)) return null;
  return { stem: text.slice(0, -digits.length).trim(), number: Number(digits) };
};

const joined = (a: Box, b: Box): Box => {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
};

interface Crowd {
  readonly ids: readonly string[];
  readonly stem: string;
  readonly from: number;
  readonly to: number;
  readonly box: Box;
}

/** Groups adjacent machines with the same name and consecutive numbers. */
function crowdsOf(requests: readonly { readonly request: LabelRequest; readonly box: Box }[]): readonly Crowd[] {
  const named = requests
    .flatMap(({ request, box }) => {
      const parts = numbered(request.name);
      return parts === null ? [] : [{ ...parts, id: request.id, box }];
    })
    .sort((a, b) => a.stem.localeCompare(b.stem) || a.number - b.number);
  const crowds: Crowd[] = [];
  for (const { stem, number, id, box } of named) {
    const last = crowds.at(-1);
    const near =
      last &&
      overlaps(box, {
        x: last.box.x - maxGroupGap,
        y: last.box.y - maxGroupGap,
        width: last.box.width + 2 * maxGroupGap,
        height: last.box.height + 2 * maxGroupGap,
      });
    if (last && near && last.stem === stem && last.to + 1 === number)
      crowds[crowds.length - 1] = { ...last, ids: [...last.ids, id], to: number, box: joined(last.box, box) };
    else crowds.push({ ids: [id], stem, from: number, to: number, box });
  }
  return crowds.filter(({ ids }) => ids.length > 1);
}

/** Constraints of a label layout besides the machines. */
export interface LayoutConstraints {
  readonly zoom: number;
  /** The area for labels, in tab units. */
  readonly bounds: Box;
  /** What is seen, in tab units: labels of alarms and warnings stay within it where they can. */
  readonly view?: Box;
  /** Boxes that no label may cover, such as callouts. */
  readonly obstacles: readonly Box[];
  /** Pieces of pipes, which labels cover only where no other place is left. */
  readonly pipes?: readonly Box[];
  readonly groupText: (stem: string, from: number, to: number) => string;
  readonly measure?: Measure;
}

const isInside = (box: Box, bounds: Box): boolean =>
  box.x >= bounds.x &&
  box.y >= bounds.y &&
  box.x + box.width <= bounds.x + bounds.width &&
  box.y + box.height <= bounds.y + bounds.height;

interface Sized {
  readonly request: LabelRequest;
  readonly box: Box;
}

/** Places the labels that fit; `left` are the machines without an alarm or warning that got none. */
function placeAll(all: readonly Sized[], crowds: readonly Crowd[], constraints: LayoutConstraints) {
  const { zoom, obstacles, pipes = [], groupText, measure = estimate } = constraints;
  const bounds = scaled(constraints.bounds, zoom);
  const view = constraints.view ? scaled(constraints.view, zoom) : bounds;
  const labels = new OccupancyGrid();
  const machines = new OccupancyGrid();
  for (const { box } of all) machines.add(box);
  for (const box of obstacles) labels.add(scaled(box, zoom));
  const piping = new OccupancyGrid();
  for (const box of pipes) piping.add(scaled(box, zoom));
  const placed: PlacedLabel[] = [];
  const groups: GroupLabel[] = [];
  const left: Sized[] = [];
  const put = (form: PlacedLabel['form'], id: string, spot: Box): void => {
    labels.add(spot);
    placed.push({ ...scaled(spot, 1 / zoom), id, form });
  };
  const putUrgent = ({ request, box }: Sized): void => {
    const [form] = sizesOf(request, box, measure);
    if (form === undefined) return;
    const spots = positionsOf(request, box, form, zoom);
    const possible = [...spots, ...aroundOf(box, form)].filter((one) => labels.isFree(one) && isInside(one, bounds));
    const seen = possible.filter((one) => isInside(one, view));
    const free = seen.length > 0 ? seen : possible;
    const covered = (one: Box): number => all.reduce((sum, { box: other }) => sum + overlapOf(one, other), 0);
    const spot =
      free.find((one) => machines.isFree(one, one.isInside ? box : undefined)) ??
      free.toSorted((a, b) => covered(a) - covered(b))[0];
    // Without space for a label, the machine still has its badge and its row in the list.
    if (spot) put(form.form, request.id, spot);
  };
  const putNormal = ({ request, box }: Sized): void => {
    if (Math.max(box.width, box.height) < minSide) {
      left.push({ request, box });
      return;
    }
    const free = sizesOf(request, box, measure)
      .flatMap((form) => positionsOf(request, box, form, zoom).map((spot) => ({ form: form.form, spot })))
      .filter(
        ({ spot }) =>
          isInside(spot, bounds) && labels.isFree(spot) && machines.isFree(spot, spot.isInside ? box : undefined),
      );
    // Only machines with a place for words are made to be written on; on others they cannot be read.
    const isClear = ({ spot }: (typeof free)[number]): boolean =>
      spot.ground === 'drawn' ? request.spot !== undefined : spot.isInside || piping.isFree(spot);
    const kept = request.isWord ? free.find(({ spot }) => spot.ground === 'kept') : undefined;
    const found = kept ?? free.find(isClear) ?? free.find(({ spot }) => spot.ground === 'drawn') ?? free[0];
    if (found) put(found.form, request.id, found.spot);
    else left.push({ request, box });
  };
  const putGroup = ({ ids, stem, from, to, box }: Crowd): void => {
    const text = groupText(stem, from, to);
    const width = measure(text, true) + padding;
    const others = all.filter(({ request }) => !ids.includes(request.id));
    const spot = [
      box.y + box.height / 2 - lineHeight / 2,
      box.y + box.height * 0.75 - lineHeight / 2,
      box.y + box.height + gap,
      box.y - lineHeight - gap,
    ]
      .map((y): Box => ({ x: box.x + box.width / 2 - width / 2, y, width, height: lineHeight }))
      .find(
        (one) => labels.isFree(one) && isInside(one, bounds) && others.every((machine) => !overlaps(machine.box, one)),
      );
    if (spot === undefined || box.width < width / 2) return;
    labels.add(spot);
    groups.push({ ...scaled(spot, 1 / zoom), id: ids[0] ?? stem, text });
  };
  const grouped = new Set(crowds.flatMap(({ ids }) => ids));
  const order = all.toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
  for (const one of order) if (one.request.isUrgent) putUrgent(one);
  for (const crowd of crowds) putGroup(crowd);
  for (const one of order) if (!one.request.isUrgent && !grouped.has(one.request.id)) putNormal(one);
  return { labels: placed, groups, left };
}

/**
 * Places labels of constant size on screen so that none overlaps another label, another machine or an obstacle. Alarms
 * and warnings come first and may cover machines. Crowded machines get only their name, a shared label, or none.
 */
export function layOutLabels(requests: readonly LabelRequest[], constraints: LayoutConstraints): LabelLayout {
  const all = requests.map((request) => ({ request, box: scaled(request.box, constraints.zoom) }));
  const alone = placeAll(all, [], constraints);
  const left = new Set(alone.left.map(({ request }) => request.id));
  // If one machine of a group has no space, the group gets one label.
  const crowds = crowdsOf(all.filter(({ request }) => !request.isUrgent)).filter(({ ids }) =>
    ids.some((id) => left.has(id)),
  );
  const { labels, groups } = crowds.length === 0 ? alone : placeAll(all, crowds, constraints);
  return { labels, groups };
}
