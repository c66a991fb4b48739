import type { StepGap } from '@tocsin/contract/escalation';
import type { RotationSubject } from '../../access/subject.ts';
import type { DutyHoldersPort, PolicyRoster } from './dependencies.ts';
import type { StoredTarget } from './store.ts';

/** Somebody whom a step notifies, once, whatever number of targets name them. */
export interface Recipient {
  readonly id: number;
  readonly name: string;
  /** The rotations by which they are on call; empty: the step names the person. */
  readonly rotations: readonly string[];
}

/** The people of a step, and the targets that reach nobody. */
export interface ResolvedStep {
  readonly recipients: readonly Recipient[];
  readonly gaps: readonly StepGap[];
}

/** Who is notified by a step at a moment. Pure: the roster and the holders were read before. */
export function resolveStep(
  targets: readonly StoredTarget[],
  at: number,
  {
    place,
    roster,
    holders,
  }: {
    /** Where the event is: people must have access to it. */
    readonly place: RotationSubject;
    readonly roster: PolicyRoster;
    readonly holders: DutyHoldersPort;
  },
): ResolvedStep {
  const recipients = new Map<number, { readonly name: string; readonly rotations: string[] }>();
  const gaps: StepGap[] = [];
  for (const { kind, id, name } of targets) {
    if (kind === 'person') {
      const person = roster.personOf({ id, name }, place);
      if (person.gap !== null) gaps.push({ kind, id, name: person.name, gap: person.gap });
      else if (!recipients.has(id)) recipients.set(id, { name: person.name, rotations: [] });
      continue;
    }
    const duty = holders.at(id, at);
    if (duty === undefined || duty.userId === null) {
      gaps.push({ kind, id, name, gap: duty === undefined ? 'removed' : 'not_started' });
      continue;
    }
    const person = roster.personOf({ id: duty.userId, name: holders.nameOf(duty.userId) }, place);
    if (person.gap !== null) {
      gaps.push({ kind, id, name: `${name}: ${person.name}`, gap: person.gap });
      continue;
    }
    const known = recipients.get(duty.userId);
    if (known) known.rotations.push(name);
    else recipients.set(duty.userId, { name: person.name, rotations: [name] });
  }
  return { recipients: [...recipients].map(([id, one]) => ({ id, ...one })), gaps };
}
