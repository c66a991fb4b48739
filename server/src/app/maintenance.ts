import type { Answers } from '../cluster/remote-commands.ts';
import type { TestPort } from '../features/maintenance/index.ts';
import type { Catalog } from '../pipeline/catalog.ts';

/** Maintenance tests through the pipeline, recorded with the device's current serial number. */
export function testsOf(commands: Answers, catalog: Catalog): TestPort {
  return {
    async start(id, path, by) {
      const device = catalog.byId(id);
      return device && (await commands.test(id, { kind: 'start', path, serialNumber: device.serialNumber, ...by }));
    },
    cancel: (id, path, comment, by) => commands.test(id, { kind: 'cancel', path, comment, ...by }),
    comment: (step) => commands.comment(step),
    fix: (id) => commands.fix(id),
  };
}
