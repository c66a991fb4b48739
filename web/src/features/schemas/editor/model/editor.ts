import { limits } from '@tocsin/contract/limits';
import { documentDefaults } from '@tocsin/contract/schema-document';
import { drawingOf, machineType } from '@tocsin/machines/library';
import { defaultLength, drawnSize } from '@tocsin/machines/real-size';
import { createStore, type Store } from '../../../../ui/store.ts';
import type { Gap, Guide } from '../../canvas/geometry/guides.ts';
import { snapFine } from '../../canvas/geometry/positions.ts';
import {
  type Element,
  type End,
  elementsOf,
  type Label,
  type Machine,
  type Point,
  type Shape,
  type ShapeKind,
  type Tab,
} from '../../canvas/tab.ts';
import { type Action, perform } from './actions.ts';
import { copied, fresh } from './clipboard.ts';
import { copiesOf, type Target } from './copies.ts';
import { countElements, type Elements, findElement, noElements } from './elements.ts';
import { type Drawn, doAction, emptyHistory, redo, type Step, undo } from './history.ts';

const tools = ['select', 'connector', 'line', 'rectangle', 'circle', 'default', 'text'] as const;
export type Tool = (typeof tools)[number];

/** The editor's state: the tab, the preview of a gesture, and the selection. */
export interface EditorState {
  /** The tab after all performed actions. */
  readonly tab: Tab;
  /** The tab including the preview of a running gesture; the same object as `tab` if there is none. */
  readonly shown: Tab;
  /** `shown` without the elements being moved: during a drag, only those re-render. */
  readonly settled: Tab;
  readonly selection: ReadonlySet<string>;
  readonly tool: Tool;
  readonly guides: readonly Guide[];
  readonly gaps: readonly Gap[];
  /** A connector being drawn from an anchor; `to` is the pointer position. */
  readonly connecting: { readonly from: End; readonly to: Point | null } | null;
  /** The sensor point of the selected machine for which a sensor is being chosen; 'state' for its state sensor. */
  readonly choosing: string | null;
  readonly snapToGrid: boolean;
  readonly snapToNeighbours: boolean;
  readonly undoLabel: string | null;
  readonly redoLabel: string | null;
  readonly isDirty: boolean;
}

const noSelection: ReadonlySet<string> = new Set();
/** Offset of pasted and duplicated elements, so that they are visible. */
const pasteStep = 16;

export interface EditorOptions {
  readonly newId: () => string;
  readonly now: () => number;
  /** Called when something was not added because the tab's limit was reached. */
  readonly full?: () => void;
}

const shortId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 12);

/** The state of one tab being edited. The model behind it is pure; components subscribe to it. */
export class Editor {
  private readonly options: EditorOptions;
  private drawn: Drawn;
  private saved: Step | null = null;
  private previewed: Action | null = null;
  private readonly state: Store<EditorState>;
  private pasteCount = 0;

  constructor(tab: Tab, options: Partial<EditorOptions> = {}) {
    this.options = { newId: shortId, now: Date.now, ...options };
    this.drawn = { tab, history: emptyHistory };
    this.state = createStore<EditorState>({
      tab,
      shown: tab,
      settled: tab,
      selection: noSelection,
      tool: 'select',
      guides: [],
      gaps: [],
      connecting: null,
      choosing: null,
      snapToGrid: true,
      snapToNeighbours: true,
      undoLabel: null,
      redoLabel: null,
      isDirty: false,
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => this.state.subscribe(listener);
  readonly snapshot = (): EditorState => this.state.get();

  private set(next: Partial<EditorState>): void {
    this.state.set({ ...this.state.get(), ...next });
  }

  private show(drawn: Drawn, more: Partial<EditorState> = {}): void {
    this.drawn = drawn;
    this.previewed = null;
    const { tab, history } = drawn;
    const before = this.state.get().selection;
    const left = [...(more.selection ?? before)].filter((id) => findElement(tab, id) !== undefined);
    const isSame = left.length === before.size && left.every((id) => before.has(id));
    this.set({
      guides: [],
      gaps: [],
      // A sensor can only be chosen for a point of the selected machine.
      ...(isSame ? {} : { choosing: null }),
      ...more,
      ...this.checkConnecting(tab, more),
      tab,
      shown: tab,
      settled: tab,
      selection: new Set(left),
      undoLabel: history.done.at(-1)?.label ?? null,
      redoLabel: history.undone.at(-1)?.label ?? null,
      isDirty: (history.done.at(-1) ?? null) !== this.saved,
    });
  }

  /** Cancels a connector whose machine was removed. */
  private checkConnecting(tab: Tab, more: Partial<EditorState>): Partial<EditorState> {
    const { connecting } = { ...this.state.get(), ...more };
    const machine = connecting?.from.machine;
    return machine === undefined || findElement(tab, machine) !== undefined ? {} : { connecting: null };
  }

  /** Performs an undoable action. */
  act(action: Action, more: Partial<EditorState> = {}): void {
    this.show(doAction(this.drawn, action, this.options.now()), more);
  }

  /** Previews an action without performing it, while a gesture runs. */
  previewAction(action: Action | null, hints: { guides?: readonly Guide[]; gaps?: readonly Gap[] } = {}): void {
    this.previewed = action;
    const shown = action === null ? this.drawn.tab : perform(this.drawn.tab, action);
    const settled = action?.kind === 'move' ? this.drawn.tab : shown;
    this.set({ shown, settled, guides: hints.guides ?? [], gaps: hints.gaps ?? [] });
  }

  /** False once the preview was cancelled, by Escape or by another action. */
  isPreviewing(): boolean {
    return this.previewed !== null;
  }

  /** Performs the previewed action. */
  commitPreview(): void {
    if (this.previewed !== null) this.act(this.previewed);
  }

  undo(): void {
    this.show(undo(this.drawn));
  }
  redo(): void {
    this.show(redo(this.drawn));
  }

  /** Marks the current state as saved: `isDirty` is false until the next action. */
  markSaved(): void {
    this.saved = this.drawn.history.done.at(-1) ?? null;
    this.set({ isDirty: false });
  }

  /** Replaces the document: by a draft (`isDirty`) as undoable steps, by a saved version with an empty history. */
  replace(tab: Tab, isDirty: boolean): void {
    if (isDirty) {
      const before = this.drawn.tab;
      const without = doAction(this.drawn, { kind: 'remove', ids: elementsOf(before).map((one) => one.id) }, 0);
      const sized = doAction(without, { kind: 'tab-size', width: tab.width, height: tab.height }, 0);
      const named = doAction(sized, { kind: 'tab-name', name: tab.name }, 0);
      this.show(doAction(named, { kind: 'add', elements: tab }, 0), { selection: noSelection });
      return;
    }
    this.saved = null;
    this.show({ tab, history: emptyHistory }, { selection: noSelection, choosing: null, connecting: null });
  }

  select(ids: Iterable<string>): void {
    const selection = new Set(ids);
    const same =
      selection.size === this.state.get().selection.size &&
      [...selection].every((id) => this.state.get().selection.has(id));
    if (!same) this.set({ selection, choosing: null });
  }

  toggle(id: string): void {
    const next = new Set(this.state.get().selection);
    if (!next.delete(id)) next.add(id);
    this.select(next);
  }

  selectAll(): void {
    this.select(elementsOf(this.drawn.tab).map((element) => element.id));
  }

  selected(): readonly Element[] {
    return elementsOf(this.state.get().shown).filter((element) => this.state.get().selection.has(element.id));
  }

  selectTool(tool: Tool): void {
    this.set({ tool, connecting: null });
  }
  choose(point: string | null): void {
    this.set({ choosing: point });
  }
  snap(what: 'grid' | 'neighbours', on: boolean): void {
    this.set(what === 'grid' ? { snapToGrid: on } : { snapToNeighbours: on });
  }

  /** Whether the tab's limit allows these elements: a larger tab could not be saved, nor its draft read. */
  private hasRoom(elements: Elements): boolean {
    const hasRoom = countElements(this.drawn.tab) + countElements(elements) <= limits.elementsPerTab;
    if (!hasRoom) this.options.full?.();
    return hasRoom;
  }

  private addOne(elements: Elements, id: string): void {
    if (!this.hasRoom(elements)) return;
    this.act({ kind: 'add', elements }, { selection: new Set([id]), tool: 'select' });
  }

  /** Adds a machine of a type, centred at a point. */
  addMachine(typeId: number, at: Point): void {
    const type = machineType(typeId);
    if (type === undefined) return;
    const drawing = drawingOf(type);
    const { pixelsPerMetre } = this.drawn.tab;
    const free = Math.min(1, 200 / Math.max(drawing.width, drawing.height));
    const size = pixelsPerMetre === null ? null : drawnSize(type, defaultLength(type), pixelsPerMetre);
    const scale = size?.scale ?? free;
    const same = this.drawn.tab.machines.filter((machine) => machine.type === typeId).length;
    const machine: Machine = {
      kind: 'machine',
      id: this.options.newId(),
      savedId: null,
      name: same === 0 ? type.name : `${type.name} ${same + 1}`,
      type: typeId,
      x: snapFine(at.x - (drawing.width * scale) / 2),
      y: snapFine(at.y - (drawing.height * scale) / 2),
      scale: size?.scale ?? Math.round(scale * 1000) / 1000,
      stretch: size?.stretch ?? 0,
      lengthM: size === null ? null : defaultLength(type),
      area: '',
      flip: false,
      bindings: [],
      stateSensor: null,
    };
    this.addOne({ ...noElements, machines: [machine] }, machine.id);
  }

  addShape(kind: ShapeKind, at: Point): void {
    const { shapeSide, lineHeight } = documentDefaults;
    const height = kind === 'line' ? lineHeight : shapeSide;
    const shape: Shape = {
      kind: 'shape',
      id: this.options.newId(),
      shape: kind,
      x: snapFine(at.x - shapeSide / 2),
      y: snapFine(at.y - height / 2),
      width: shapeSide,
      height,
      angle: 0,
    };
    this.addOne({ ...noElements, shapes: [shape] }, shape.id);
  }

  addLabel(at: Point): string {
    const { labelSize, labelText } = documentDefaults;
    const label: Label = {
      kind: 'label',
      id: this.options.newId(),
      x: snapFine(at.x),
      y: snapFine(at.y),
      size: labelSize,
      text: labelText,
    };
    this.addOne({ ...noElements, labels: [label] }, label.id);
    return label.id;
  }

  /** Presses an anchor: the first starts a connector, the second completes it, the same one again cancels it. */
  anchor(end: End): void {
    const from = this.state.get().connecting?.from;
    if (from === undefined) {
      this.set({ connecting: { from: end, to: null } });
      return;
    }
    this.join(from, end);
  }

  startConnecting(from: End, to: Point): void {
    this.set({ connecting: { from, to } });
  }
  moveConnecting(to: Point): void {
    const { connecting } = this.state.get();
    if (connecting) this.set({ connecting: { ...connecting, to } });
  }
  stopConnecting(): void {
    if (this.state.get().connecting) this.set({ connecting: null });
  }

  join(from: End, to: End): void {
    const isSame = from.machine === to.machine && from.anchor === to.anchor;
    const isThere = [from, to].every((end) => findElement(this.drawn.tab, end.machine) !== undefined);
    const known = this.drawn.tab.connectors.some(
      (c) =>
        c.from.machine === from.machine &&
        c.from.anchor === from.anchor &&
        c.to.machine === to.machine &&
        c.to.anchor === to.anchor,
    );
    if (isSame || known || !isThere) {
      this.set({ connecting: null });
      return;
    }
    const connector = { kind: 'connector', id: this.options.newId(), from, to, via: [] } as const;
    const elements = { ...noElements, connectors: [connector] };
    if (!this.hasRoom(elements)) {
      this.set({ connecting: null });
      return;
    }
    this.act({ kind: 'add', elements }, { connecting: null, selection: new Set([connector.id]) });
  }

  remove(): void {
    const ids = [...this.state.get().selection];
    if (ids.length > 0) this.act({ kind: 'remove', ids }, { selection: noSelection, choosing: null });
  }

  nudge(by: Point): void {
    const ids = [...this.state.get().selection];
    if (ids.length > 0) this.act({ kind: 'nudge', ids, by });
  }

  duplicate(): void {
    const elements = copied(this.drawn.tab, this.state.get().selection);
    if (countElements(elements) > 0) this.insert(fresh(elements, { x: pasteStep, y: pasteStep }, this.options.newId));
  }

  /** Each paste of the same content is offset further. */
  paste(elements: Elements): void {
    this.pasteCount += 1;
    const by = { x: this.pasteCount * pasteStep, y: this.pasteCount * pasteStep };
    this.insert(fresh(elements, by, this.options.newId));
  }

  resetPasteOffset(): void {
    this.pasteCount = 0;
  }

  /** Copies the selected machines, one copy per target, in one undo step; returns false if the tab has no room. */
  copyTo(targets: readonly Target[], gap: number): boolean {
    const { tab } = this.drawn;
    const copies = copiesOf(tab, copied(tab, this.state.get().selection), targets, gap, this.options.newId);
    if (copies === null || !this.hasRoom(copies.elements)) return false;
    const selection = new Set(copies.elements.machines.map((machine) => machine.id));
    this.act({ kind: 'copies', ...copies }, { selection });
    return true;
  }

  private insert(elements: Elements): void {
    if (!this.hasRoom(elements)) return;
    const all = [...elements.shapes, ...elements.connectors, ...elements.machines, ...elements.labels];
    this.act({ kind: 'paste', elements }, { selection: new Set(all.map((element) => element.id)) });
  }

  /** Escape cancels the innermost state: preview, connector, sensor choice, tool, then the selection. */
  escape(): void {
    const { connecting, choosing, tool } = this.state.get();
    if (this.previewed !== null) this.previewAction(null);
    else if (connecting !== null) this.set({ connecting: null });
    else if (choosing !== null) this.set({ choosing: null });
    else if (tool !== 'select') this.set({ tool: 'select' });
    else this.select([]);
  }
}
