import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
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
    lowerPriorityOf(Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
  } catch {
    // Not Linux, or not allowed: it runs at the usual priority.
  }
}

/**
 * The same for the threads in which V8 collects the garbage of every thread and compiles: most of it is that of graphs.
 * The pipeline's thread does not wait for them, since it does their part of its own collections when they have not
 * begun.
 */
export function letHelperThreadsYield(): void {
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      if (readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === 'V8Worker') lowerPriorityOf(Number(thread));
    }
  } catch {
    // As above, or a thread has ended.
  }
}

const lowerPriorityOf = (thread: number): void => setPriority(thread, Math.min(getPriority() + background, 19));
