import type { WarningRule } from '../catalog.ts';
import type { RehearsalEvaluation, RehearsedRule, RuleRehearsal, RuleSample } from '../rehearsal-types.ts';
import type { AcceptedFrame, EvaluatedDevice, IndexedLayout } from '../types.ts';
import { convertedValue } from '../unit-conversion.ts';
import { evaluate } from './evaluate.ts';
import { makePlan, type Plan } from './evaluation-plan.ts';
import { type EvaluationState, freshState, type RuleState } from './evaluation-state.ts';
import { type Evaluation, type EventSink, emptyEvaluation } from './event-sink.ts';
import { comparedNumber, ownConditionHolds } from './rule-conditions.ts';
import { RuleFollower } from './rule-follower.ts';
import { ruleReading, runCounters } from './warnings.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The evaluation that a rehearsal uses: the functions of live evaluation, for warning rules only. */
export const rehearsalEvaluation: RehearsalEvaluation = {
  start: (device, rules, texts, now) => new Rehearsal(device, rules, texts, now),
  pathsOf: ({ path, conditions }) =>
    [path, conditions?.reference, conditions?.onlyWhile?.path].flatMap((one) => one ?? []),
  leadOf: (rule) =>
    Math.min(dayMs, Math.max(hourMs, 2 * Math.max(rule.delayMs, rule.conditions?.offDelayMs ?? 0) + memoryOf(rule))),
};

const memoryOf = ({ conditions }: WarningRule): number =>
  (conditions?.windowMs ?? 0) + (conditions?.onlyWhile?.forMs ?? 0);

/** Runs rules over frames of the past. Alarms and nodes are evaluated with them and left out of the result. */
class Rehearsal implements RuleRehearsal {
  readonly #device: EvaluatedDevice;
  readonly #texts: readonly string[];
  readonly #followers: ReadonlyMap<number, RuleFollower>;
  readonly #all: readonly RuleFollower[];
  readonly #self: { state: EvaluationState; plan: Plan | null };
  readonly #out: Evaluation = emptyEvaluation();
  readonly #sink: EventSink;
  #layout: IndexedLayout | null = null;
  #frame: AcceptedFrame | null = null;
  #planTurn = Number.POSITIVE_INFINITY;
  #id = 0;

  constructor(device: EvaluatedDevice, rules: readonly WarningRule[], texts: readonly string[], now: number) {
    this.#texts = texts;
    this.#device = { ...device, warningRules: rules };
    this.#followers = new Map(rules.map((rule) => [rule.id, new RuleFollower(rule)]));
    this.#all = [...this.#followers.values()];
    this.#self = { state: freshState(), plan: null };
    this.#sink = { now, nextId: () => --this.#id, out: this.#out, late: true };
  }

  layout(layout: IndexedLayout, at: number): void {
    const before = this.#layout;
    this.#layout = layout;
    evaluate(this.#self, this.#device, this.#texts, [{ kind: 'layout', before, after: layout, at }], this.#sink);
    this.#planTurn = this.#nextTurnOfScales(at);
    this.#drain();
  }

  frame(frame: AcceptedFrame, holdMs: number): void {
    const { state } = this.#self;
    this.#frame = frame;
    if (this.#layout && frame.ts >= this.#planTurn) {
      this.#self.plan = makePlan(this.#device, this.#layout, frame.ts);
      this.#planTurn = this.#nextTurnOfScales(frame.ts);
    }
    const elapsed = state.frameTs === null ? 0 : Math.min(frame.ts - state.frameTs, state.holdMs ?? 0);
    // The counters run with the previous frame's conditions: what they reach is noted before the new ones apply.
    if (this.#self.plan) runCounters(state, this.#self.plan, frame.ts, this.#sink);
    this.#drain();
    for (const follower of this.#all) {
      const rule = state.rules.get(follower.rule.id);
      if (!rule || rule.holds === null) follower.unevaluatedMs += Math.max(0, elapsed);
      else follower.ran(rule, frame.ts);
    }
    evaluate(this.#self, this.#device, this.#texts, [{ kind: 'frame', frame, holdMs }], this.#sink);
    this.#drain();
    for (const follower of this.#all) {
      const rule = state.rules.get(follower.rule.id);
      if (rule) follower.sees(rule.holds, this.#compared(rule), frame.ts);
    }
  }

  sample(ruleId: number): RuleSample | null {
    const { state, plan } = this.#self;
    const rule = state.rules.get(ruleId);
    const followed = this.#followers.get(ruleId)?.rule;
    if (!rule || !plan || !followed) return null;
    const { holds, delayMs } = rule;
    const compared = this.#compared(rule);
    const conditions = plan.conditions.get(ruleId);
    const fixed = {
      delayMs,
      offDelayMs: conditions?.settings.offDelayMs ?? delayMs,
      memoryMs: memoryOf(followed),
      hasWindow: state.windows.has(ruleId),
    };
    if (holds === null || Number.isNaN(compared)) {
      const none = { quantity: Number.NaN, mayBeginFrom: null, begins: null, keeps: null };
      return { ...none, ...fixed };
    }
    const own = (deadband: number): boolean =>
      conditions ? ownConditionHolds(rule, conditions, compared, deadband) : holds;
    return {
      quantity: rule.sign === '=' ? Number(holds) : compared,
      mayBeginFrom: this.#mayBeginFrom(ruleId),
      begins: own(0),
      keeps: own(conditions?.settings.deadband ?? 0),
      ...fixed,
    };
  }

  /** What the rule compares with its limit at the last frame; NaN without a value. */
  #compared(rule: RuleState): number {
    const { state, plan } = this.#self;
    const conditions = plan?.conditions.get(rule.ruleId);
    const frame = this.#frame;
    if (!plan || !frame) return Number.NaN;
    if (conditions) return comparedNumber(conditions, frame, state.windows.get(rule.ruleId));
    const index = plan.layout.byPath.get(rule.path) ?? -1;
    const as = ruleReading(plan, rule, index);
    return as ? convertedValue(as, frame.values[index] ?? Number.NaN) : Number.NaN;
  }

  #mayBeginFrom(ruleId: number): number | null {
    const { state, plan } = this.#self;
    const onlyWhile = plan?.conditions.get(ruleId)?.settings.onlyWhile;
    if (!onlyWhile) return Number.NEGATIVE_INFINITY;
    const gate = state.gates.get(ruleId);
    if (!gate || gate.holds === null) return null;
    return gate.holds ? (state.frameTs ?? 0) + onlyWhile.forMs - gate.ms : Number.POSITIVE_INFINITY;
  }

  finish(at: number): ReadonlyMap<number, RehearsedRule> {
    const { state, plan } = this.#self;
    if (plan) runCounters(state, plan, at, this.#sink);
    this.#drain();
    return new Map([...this.#followers].map(([id, follower]) => [id, follower.result()]));
  }

  #drain(): void {
    const { events, ends, changes, steps } = this.#out;
    if (events.length === 0) return;
    for (const event of events) {
      const follower = event.ruleId === null ? undefined : this.#followers.get(event.ruleId);
      if (event.type === 'warning_on') follower?.on(event.at);
      else if (event.type === 'warning_off') follower?.off(event.at);
    }
    events.length = 0;
    ends.length = 0;
    changes.length = 0;
    steps.length = 0;
  }

  #nextTurnOfScales(after: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const scale of this.#device.scales) if (scale.since > after && scale.since < next) next = scale.since;
    return next;
  }
}
