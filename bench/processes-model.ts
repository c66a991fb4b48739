/** Processor time of one frame, µs, as measured on this machine. */
export interface Costs {
  /** Of the line's thread, where door and owner are one process. */
  readonly line: number;
  /** Of the process's other threads (garbage collection, network, hours). */
  readonly others: number;
  readonly database: number;
  /** What a frame costs more when its door is not its owner's: both lines together, and NATS. */
  readonly cross: number;
  readonly nats: number;
}

export interface Carried {
  /** Frames a second. */
  readonly rate: number;
  readonly databaseCores: number;
  readonly natsCores: number;
  readonly otherCores: number;
}

/** A thread that is busy for longer than this has queues; the rest is room for bursts. */
const busyPart = 0.8;

/** Devices choose their door without knowing the owner, as behind a balancer. */
export const crossingPart = (processes: number): number => (processes - 1) / processes;

/**
 * What so many processes would carry, each line's thread on a core of its own. Assumed: devices are spread evenly over
 * partitions and doors; a frame costs what it did here, whatever the size of the batches; PostgreSQL and NATS have the
 * cores that are named beside it, and their disk and network keep up.
 */
export function carriedBy(processes: number, costs: Costs): Carried {
  const crossing = crossingPart(processes);
  const perFrame = costs.line + crossing * costs.cross;
  const rate = (processes * busyPart * 1e6) / perFrame;
  return {
    rate,
    databaseCores: (rate * costs.database) / 1e6,
    natsCores: (rate * crossing * costs.nats) / 1e6,
    otherCores: (rate * costs.others) / 1e6,
  };
}
