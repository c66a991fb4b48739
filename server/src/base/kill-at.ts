/**
 * A test hook: named points of the line at which a test can end the process as `kill -9` does, so that it can show what
 * a crash there leaves behind. `TOCSIN_KILL_AT=written:3` ends it at the third time that point is reached.
 */
export const killPoints = [
  /** Judged and told live, nothing of it queued yet. */
  'judged',
  /** A batch is cut, its boards are written down. */
  'cut',
  /** Its transaction has begun. */
  'begun',
  /** Its frames are in the transaction, boards and events not. */
  'frames',
  /** All is in the transaction, which is not committed. */
  'written',
  /** Committed, but neither told nor acknowledged. */
  'committed',
  /** Events are told, devices not acknowledged. */
  'told',
] as const;
/** Of sending, apart from the line: the SMTP server has answered 250, the mail is not marked as sent. */
const mailKillPoint = 'mailed';
export type KillPoint = (typeof killPoints)[number] | typeof mailKillPoint;

/** Called at each point; whoever waits there waits for what it returns. */
export type Reach = (point: KillPoint) => Promise<void> | void;

export function reachOf(setting: string | undefined): Reach {
  const [name, times = '1', signal] = (setting ?? '').split(':');
  if (!name) return () => {};
  let left = Number(times);
  return (point) => {
    if (point !== name || --left !== 0) return;
    if (signal === 'SIGSTOP') {
      process.kill(process.pid, 'SIGSTOP');
      return;
    }
    process.kill(process.pid, 'SIGKILL');
    // Not every system ends the process before the next line: whoever waits here waits for ever.
    return new Promise(() => {});
  };
}
