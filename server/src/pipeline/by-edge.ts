/** What an edge knows of a frame beside its readings. */
export interface ByEdge {
  /** `contentHash` of what the device sent. */
  readonly content: number;
  /**
   * The edge filled what was not sent from what it knew: these bits (SENT, ALARM_SENT, ...) of each sensor tell what it
   * knew. null: the frame has only what was sent.
   */
  readonly known: Uint8Array | null;
}
