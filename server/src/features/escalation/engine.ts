import type { EngineDependencies } from './dependencies.ts';
import { runDueSteps } from './run-step.ts';
import { startPending } from './start.ts';

/** Notification channel used by the pipeline's transaction when it enqueues events. */
export const pendingEscalationsChannel = 'pending_escalation';

/** Starts what is pending, then runs what is due; false when neither is there. Any number of processes may do so. */
export async function escalate(dependencies: EngineDependencies): Promise<boolean> {
  const hasStarted = await startPending(dependencies);
  return (await runDueSteps(dependencies)) || hasStarted;
}
