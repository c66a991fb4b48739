import type { Action } from './action.ts';
import { createRandom, type Random } from './random.ts';
import { indexSensors, rounded } from './sensor-index.ts';
import type { FrameDraft, Model, SimBirth, SimMessage } from './shape.ts';
import { ambientAt } from './thermal.ts';

export interface DeviceOptions {
  readonly startMs: number;
  readonly seed: number;
  /** Step of the physics in ms; protections cannot react faster. */
  readonly tickMs?: number;
  /** Time between frames; the model's default if missing. */
  readonly frameMs?: number;
  /** Share (0 to 1) by which the time between frames varies. */
  readonly jitter?: number;
  readonly boot?: number;
  readonly uptimeS?: number;
}

type Lie =
  | {
      readonly kind: 'report';
      readonly value: number | string | null;
      readonly state: string;
      readonly alarm: boolean;
    }
  /** Freezes at the value of the next frame. */
  | { readonly kind: 'freeze' }
  | { readonly kind: 'copy'; readonly of: number }
  | { readonly kind: 'detach' };

/** A simulated device. `advance` drives its time, and its output depends only on seed, times and actions. */
export class SimDevice {
  readonly model: Model;
  readonly random: Random;
  readonly #tickMs: number;
  readonly #frameMs: number;
  readonly #jitter: number;
  readonly #draft: FrameDraft;
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #lies = new Map<number, Lie>();
  #nowMs: number;
  #nextFrameMs: number;
  #poweredMs: number;
  #silentUntilMs = 0;
  #offsetMs = 0;
  #boot: number;
  #seq = 0;
  #birthDue = true;

  constructor(model: Model, options: DeviceOptions) {
    this.model = model;
    this.random = createRandom(options.seed ^ 0x5eed);
    this.#tickMs = options.tickMs ?? 100;
    this.#frameMs = options.frameMs ?? model.frameMs;
    this.#jitter = options.jitter ?? 0;
    this.#boot = options.boot ?? 1;
    this.#nowMs = options.startMs;
    this.#nextFrameMs = options.startMs;
    this.#poweredMs = options.startMs - (options.uptimeS ?? 0) * 1000;
    this.#indexes = indexSensors(model.groups);
    const count = this.#indexes.size;
    this.#draft = {
      v: new Array(count).fill(null),
      alarm: new Array(count).fill(false),
      state: new Array(count).fill(''),
    };
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** The messages that begin a session; a sender also requests them when it reconnects. */
  birth(): SimBirth {
    return {
      at: this.#nowMs,
      ts: this.#nowMs + this.#offsetMs,
      version: this.model.version,
      boot: this.#boot,
      uptimeS: this.#uptimeS(),
      groups: this.model.groups,
    };
  }

  /** Advances the device's time and returns everything sent up to and including `toMs`, in order. */
  advance(toMs: number): SimMessage[] {
    const messages: SimMessage[] = [];
    for (;;) {
      const next = this.#nowMs + this.#tickMs;
      if (this.#birthDue && this.#nowMs >= this.#silentUntilMs) this.#bear(messages);
      if (next > toMs) return messages;
      const changed = this.model.tick(next, this.#tickMs);
      this.#nowMs = next;
      if (next < this.#silentUntilMs) continue;
      if (this.#birthDue) this.#bear(messages);
      else if (changed) messages.push(this.#data());
      else if (next >= this.#nextFrameMs) {
        messages.push(this.#data());
        this.#plan();
      }
    }
  }

  act(action: Action): void {
    switch (action.do) {
      case 'clock':
        this.#offsetMs = action.offsetMs;
        return;
      case 'power-cycle':
        this.#boot++;
        this.#seq = 0;
        this.#poweredMs = this.#nowMs;
        this.#silentUntilMs = this.#nowMs + action.initS * 1000;
        this.#birthDue = true;
        this.model.powerUp(this.#nowMs);
        return;
      case 'report':
        this.#lies.set(this.#indexOf(action.sensor), {
          kind: 'report',
          value: action.value,
          state: action.state ?? '',
          alarm: action.alarm ?? false,
        });
        return;
      case 'hide':
        this.#lies.set(this.#indexOf(action.sensor), { kind: 'report', value: null, state: '', alarm: false });
        return;
      case 'freeze':
      case 'detach':
        this.#lies.set(this.#indexOf(action.sensor), { kind: action.do });
        return;
      case 'copy':
        this.#lies.set(this.#indexOf(action.sensor), { kind: 'copy', of: this.#indexOf(action.of) });
        return;
      case 'honest':
        this.#lies.delete(this.#indexOf(action.sensor));
        return;
      default:
        if (!this.model.act(action, this.#nowMs))
          throw new Error(`a device of type ${this.model.type} has no action '${action.do}'`);
    }
  }

  #indexOf(path: string): number {
    const index = this.#indexes.get(path);
    if (index === undefined) throw new Error(`a device of type ${this.model.type} has no sensor ${path}`);
    return index;
  }

  #uptimeS(): number {
    return Math.floor((this.#nowMs - this.#poweredMs) / 1000);
  }

  #bear(messages: SimMessage[]): void {
    this.#birthDue = false;
    messages.push({ kind: 'birth', at: this.#nowMs, birth: this.birth() }, this.#data());
    this.#plan();
  }

  #plan(): void {
    const swing = this.#jitter === 0 ? 0 : this.random.between(-this.#jitter, this.#jitter);
    this.#nextFrameMs = this.#nowMs + Math.max(this.#tickMs, Math.round(this.#frameMs * (1 + swing)));
  }

  #lieAbout(index: number, lie: Lie): void {
    const draft = this.#draft;
    if (lie.kind === 'freeze') {
      const value = draft.v[index] ?? null;
      this.#lies.set(index, { kind: 'report', value, state: '', alarm: false });
      return;
    }
    const isReport = lie.kind === 'report';
    draft.state[index] = isReport ? lie.state : '';
    draft.alarm[index] = isReport && lie.alarm;
    if (isReport) draft.v[index] = lie.value;
    else if (lie.kind === 'copy') draft.v[index] = draft.v[lie.of] ?? null;
    else draft.v[index] = rounded(ambientAt(this.#nowMs) + 0.05 * this.random.normal());
  }

  #data(): SimMessage {
    const draft = this.#draft;
    this.model.read(draft, this.#uptimeS());
    for (const [index, lie] of this.#lies) this.#lieAbout(index, lie);
    const alarm: number[] = [];
    const state: Record<number, string> = {};
    for (let i = 0; i < draft.v.length; i++) {
      if (draft.alarm[i]) alarm.push(i);
      const text = draft.state[i];
      if (text) state[i] = text;
    }
    const at = this.#nowMs;
    const frame = { at, ts: at + this.#offsetMs, boot: this.#boot, seq: this.#seq++, v: [...draft.v], alarm, state };
    return { kind: 'data', at, frame };
  }
}
