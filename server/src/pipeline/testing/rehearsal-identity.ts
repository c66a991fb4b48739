import type { RehearsalOutcome } from '../../history/rehearse/calls.ts';
import { runRehearsal } from '../../history/rehearse/run.ts';
import type { ScratchDatabase } from '../../platform/testing/scratch-postgres.ts';
import { rehearsalEvaluation } from '../3-evaluate/rehearse-rules.ts';
import type { CatalogDevice } from '../catalog.ts';
import { evaluatedDevice } from '../device-runtime.ts';

/** How the rehearsal of rules in force compares with the stored events, of all rules of some devices. */
export interface Identity {
  readonly rules: number;
  readonly frames: number;
  readonly stored: number;
  readonly inExcluded: number;
  readonly reproduced: number;
  /** Excluded time in ms, summed over the rules. */
  readonly excludedMs: number;
  readonly reasons: readonly string[];
  /** Stored events that were not rehearsed and the reverse, outside of excluded spans; empty when all agree. */
  readonly problems: readonly string[];
}

/** Rehearses the rules in force of each device over a range and compares with the database. */
export async function identityOf(
  database: Pick<ScratchDatabase, 'pool'>,
  devices: Iterable<CatalogDevice>,
  range: { readonly from: number; readonly to: number; readonly now: number },
): Promise<Identity> {
  const problems: string[] = [];
  const reasons = new Set<string>();
  const sum = { rules: 0, frames: 0, stored: 0, inExcluded: 0, reproduced: 0, excludedMs: 0 };
  for (const device of devices) {
    const outcome = await rehearseInForce(database, device, range);
    sum.frames += outcome.frames;
    for (const check of outcome.checks) {
      sum.rules++;
      sum.stored += check.stored;
      sum.inExcluded += check.inExcluded;
      sum.reproduced += check.reproduced;
      for (const { from, to, reason } of check.excluded) {
        reasons.add(reason);
        sum.excludedMs += Math.max(0, Math.min(to, range.to) - Math.max(from, range.from));
      }
      const at = (ms: number): string => `${device.title} rule ${check.ruleId} at +${(ms - range.from) / 1_000} s`;
      problems.push(...check.missing.map((ms) => `stored, not rehearsed: ${at(ms)}`));
      problems.push(...check.unexpected.map((ms) => `rehearsed, not stored: ${at(ms)}`));
    }
  }
  return { ...sum, reasons: [...reasons].sort(), problems };
}

/** The rehearsal of a device's rules in force, without an edited rule. */
async function rehearseInForce(
  { pool }: Pick<ScratchDatabase, 'pool'>,
  device: CatalogDevice,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
): Promise<RehearsalOutcome> {
  const inForce = device.warningRules;
  const outcome = await runRehearsal(
    { pool, archive: null },
    { device: evaluatedDevice(device), inForce, edited: [], from, to, now, signal: null },
    rehearsalEvaluation,
    { progress: () => {}, isCancelled: () => false },
  );
  if (!outcome) throw new Error('the rehearsal was cancelled');
  return outcome;
}
