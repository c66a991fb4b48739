import type { EngineDependencies } from './dependencies.ts';
import { mailGathered } from './gathered.ts';
import { runDueSteps } from './run-step.ts';
import { startPending } from './start.ts';

/** Starts what is pending, runs what is due and mails what was gathered; false when nothing of it is there. Any number of processes may do so. */
export async function escalate(dependencies: EngineDependencies): Promise<boolean> {
  const hasStarted = await startPending(dependencies);
  const hasRun = await runDueSteps(dependencies);
  const hasMailed = await mailGathered(dependencies);
  return hasStarted || hasRun || hasMailed;
}
