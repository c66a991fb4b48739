import type { Answers } from '../cluster/remote-commands.ts';
import type { ShelvesPort } from '../features/shelves/index.ts';

/** Shelves through the pipeline, whichever process owns the device. */
export function shelvesOf(commands: Answers): ShelvesPort {
  return {
    start: (device, shelf) => commands.shelve(device, { kind: 'start', ...shelf }),
    extend: (device, id, until, userName) => commands.shelve(device, { kind: 'extend', id, until, userName }),
    end: (device, id, userName) => commands.shelve(device, { kind: 'end', id, userName }),
  };
}
