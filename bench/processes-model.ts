/** Processor time of one frame in µs, as measured on this machine. */
export interface Costs {
  /** Of the pipeline's thread, when the same process receives and owns the device. */
  readonly line: number;
  /** Of the process's other threads (garbage collection, network, compaction). */
  readonly others: number;
  readonly database: number;
  /** Additional cost of a frame received by another process than the owner's: both pipelines, and NATS. */
  readonly cross: number;
  readonly nats: number;
}

export interface Carried {
  /** Frames per second. */
  readonly rate: number;
  readonly databaseCores: number;
  readonly natsCores: number;
  readonly otherCores: number;
}

/** A thread that is busy for more than this share has queues; the rest is room for bursts. */
const busyPart = 0.8;

/** Devices connect to any process, as behind a load balancer. */
export const crossingPart = (processes: number): number => (processes - 1) / processes;

/**
 * Estimated capacity of this many processes with one core for each pipeline's thread. Assumes that devices are spread
 * evenly over partitions and processes, that a frame costs what was measured here whatever the batch size, and that
 * PostgreSQL and NATS have the cores listed and enough disk and network.
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
