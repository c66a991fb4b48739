import type { Catalog } from '../flow/catalog.ts';
import type { Answers } from '../processes/commands.ts';
import type { TestPort } from '../rooms/maintenance/index.ts';

/** Maintenance tests by way of the line, under the device's present serial number. */
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
