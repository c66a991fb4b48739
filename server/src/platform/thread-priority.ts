import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Added to the priority of the process: a third of its weight for the scheduler. */
const background = 5;

/**
 * Gives the calling thread less of a busy processor than others get, the pipeline's before all: graphs and lookups may
 * take longer, acknowledgements and alarms may not. Only Linux has a priority for each thread; elsewhere this does
 * nothing.
 */
export function yieldToOtherThreads(): void {
  try {
    // 'PID/task/TID' of the thread that asks. Linux takes a thread's id where others take a process's.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, Math.min(getPriority() + background, 19));
  } catch {
    // Not Linux, or not allowed: it runs at the usual priority.
  }
}
