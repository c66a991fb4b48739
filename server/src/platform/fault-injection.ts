/**
 * A test hook: named points of the pipeline at which a test can end the process like `kill -9`, to show what a crash
 * there leaves behind. `TOCSIN_KILL_AT=written:3` ends it the third time that point is reached.
 */
export const faultPoints = [
  /** Evaluated and published live, not queued yet. */
  'evaluated',
  /** A batch is closed, with a copy of its device states. */
  'cut',
  /** Its transaction has begun. */
  'begun',
  /** Its frames are in the transaction, device states and events are not. */
  'frames',
  /** Everything is in the transaction, which is not committed. */
  'written',
  /** Committed, but neither published nor acknowledged. */
  'committed',
  /** Events are published, devices are not acknowledged. */
  'published',
] as const;
/**
 * In the mailer. `mail-begun`: the message is marked as begun, nothing is sent. `mailed`: the SMTP server has answered
 * 250, the mail is not marked as sent.
 */
type MailFaultPoint = 'mail-begun' | 'mailed';
/**
 * In the escalation engine. `escalation-started`: the policies of an event are started, not committed. `step-written`: the
 * messages of a step are stored, not committed. `step-committed`: they are, and the engine has not gone on.
 */
type EscalationFaultPoint = 'escalation-started' | 'step-written' | 'step-committed';
/**
 * In the sender of push, SMS and webhooks. `message-begun`: the message is marked as being sent. `message-taken`: its
 * channel took it, and that is not written.
 */
type MessageFaultPoint = 'message-begun' | 'message-taken';
/**
 * In the mover of history. The object of a day is in the journal; it is written; its bytes were compared; the day's row
 * is in the transaction; it is committed.
 */
type ArchiveFaultPoint = 'archive-named' | 'archive-put' | 'archive-compared' | 'archive-written' | 'archive-committed';
/**
 * In a restore. Its beginning is noted; the schema is there; the rows are in the transaction; they are committed. In the
 * server: a piece of history is in the transaction; it is committed.
 */
type RestoreFaultPoint =
  | 'restore-begun'
  | 'restore-migrated'
  | 'restore-written'
  | 'restore-loaded'
  | 'piece-written'
  | 'piece-committed';
export type FaultPoint =
  | (typeof faultPoints)[number]
  | MailFaultPoint
  | EscalationFaultPoint
  | MessageFaultPoint
  | ArchiveFaultPoint
  | RestoreFaultPoint;

/** Called at each point and awaited there. */
export type InjectFault = (point: FaultPoint) => Promise<void> | void;

export function faultInjectionOf(setting: string | undefined): InjectFault {
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
    // Not every system ends the process before the next line, so this never resolves.
    return new Promise(() => {});
  };
}
