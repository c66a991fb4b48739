import { rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * A file that takes up space on a disk, so that a few last bytes can still be written when the disk is full: whoever
 * needs them gives it up first, and takes it again afterwards.
 */
export class Reserve {
  readonly #path: string;
  readonly #bytes: number;

  constructor(path: string, bytes: number) {
    this.#path = path;
    this.#bytes = bytes;
  }

  /** Takes the space, as far as there is any. */
  take(): void {
    try {
      const held = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
      if (held < this.#bytes) writeFileSync(this.#path, Buffer.alloc(this.#bytes), { mode: 0o600 });
    } catch {
      // The disk is full: what was written of it is held.
    }
  }

  giveUp(): void {
    rmSync(this.#path, { force: true });
  }
}
