import { stateTexts } from '@tocsin/contract/status';
import { type AcceptedFrame, STATE_SENT } from '../types.ts';
import type { Node, Plan } from './evaluation-plan.ts';
import type { EvaluationState } from './evaluation-state.ts';
import { type EventSink, sensorFact, write } from './event-sink.ts';

/**
 * A lost node is one warning on the node, not one per sensor; its sensors get no events meanwhile. Returns the sensors
 * of lost nodes.
 */
export function evaluateNodes(
  state: EvaluationState,
  plan: Plan,
  texts: readonly string[],
  frame: AcceptedFrame,
  sink: EventSink,
): ReadonlySet<number> {
  const lostIndex = texts.indexOf(stateTexts.lostNode);
  if (plan.nodes.length === 0 || (lostIndex < 0 && state.lost.size === 0)) return noSensors;
  let silent: Set<number> | null = null;
  for (const node of plan.nodes) {
    const lost = isLost(node, frame, lostIndex, texts);
    const open = state.lost.get(node.groupId);
    const about = { groupId: node.groupId, sensorName: node.name, at: frame.ts, content: stateTexts.lostNode };
    if (lost && !open) {
      state.lost.set(node.groupId, write(sink, plan, { ...about, type: 'warning_on', active: true }));
    } else if (!lost && open) {
      write(sink, plan, { ...about, type: 'warning_off', forebear: open });
      state.lost.delete(node.groupId);
    }
    if (lost) {
      silent ??= new Set();
      for (const index of node.sensors) silent.add(index);
    }
  }
  return silent ?? noSensors;
}
const noSensors: ReadonlySet<number> = new Set();

/** True when every sensor that is not disabled has the lost state, and at least one does. */
function isLost(node: Node, frame: AcceptedFrame, lostIndex: number, texts: readonly string[]): boolean {
  if (lostIndex < 0) return false;
  let lost = false;
  for (const index of node.sensors) {
    const word = frame.state[index] ?? 0;
    if (word === lostIndex) lost = true;
    else if (texts[word] !== stateTexts.disabled) return false;
  }
  return lost;
}

/** Each change of an SN2's status text is one event, except the first text and changes while the node is lost. */
export function evaluateSn2(
  state: EvaluationState,
  plan: Plan,
  texts: readonly string[],
  frame: AcceptedFrame,
  silent: ReadonlySet<number>,
  sink: EventSink,
): void {
  for (const index of plan.sn2) {
    if (silent.has(index) || ((frame.flags[index] ?? 0) & STATE_SENT) === 0) continue;
    const path = plan.layout.paths[index] ?? '';
    const word = texts[frame.state[index] ?? 0] ?? '';
    const before = state.sn2.get(path);
    if (before === word) continue;
    state.sn2.set(path, word);
    if (before === undefined) continue;
    write(sink, plan, {
      ...sensorFact(plan, index, frame.values[index] ?? Number.NaN),
      type: 'sn2_status_change',
      at: frame.ts,
      content: word || 'No status',
    });
  }
}
