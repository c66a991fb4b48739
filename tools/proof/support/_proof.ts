/** How a proof is called. */
export interface ProofOptions {
  /** The form of a few seconds that CI runs. */
  readonly short: boolean;
  /** Words of the command line after the proof's name. */
  readonly args: readonly string[];
}

/** What a file of this folder exports. */
export interface Proof {
  /** Whether there is a form of a few seconds. */
  readonly hasShort: boolean;
  /** Whether the short form mostly waits for real time to pass, so that CI can run it beside others. */
  readonly mostlyWaits?: boolean;
  /** Prints what it saw; resolves true when the promise was kept, null when a program is missing. */
  run(options: ProofOptions): Promise<boolean | null>;
}
