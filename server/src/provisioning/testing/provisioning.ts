import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProgramScope } from '@tocsin/contract/access';
import { programScopes } from '@tocsin/contract/access';
import { codePurpose, importRegistry } from '../../features/devices/index.ts';
import { createEncryption } from '../../platform/encryption.ts';
import type { TestDatabase } from '../../platform/testing/database.ts';
import { makeUser } from '../../platform/testing/factories.ts';
import { startWalkApp, walkSecret } from '../../testing/role-walk/app.ts';
import { makeServiceKey } from '../../testing/role-walk/world.ts';
import { runApply, runDump, runPlan } from '../commands.ts';

const unitCode = 'unit-code';

/** Ten units of the registry, of type F500-UDF, with one code. */
const registry = ['serial_number,code,device_type', ...Array.from({ length: 10 }, (_, n) => `S-${n},${unitCode},0300`)];

/** A running installation with an account of the operator, to which files are applied. */
export const startInstallation = async ({ db }: TestDatabase) => {
  const app = await startWalkApp(db);
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
  await importRegistry(
    { db, encryption: createEncryption(walkSecret, codePurpose), catalogChanged: async () => {} },
    { userId: null, name: 'test', address: '' },
    Buffer.from(`${registry.join('\n')}\n`),
    false,
    new Date(),
  );
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-plan-'));
  const root = await makeUser(db, { is_superuser: true });
  const accountOf = (scopes: readonly ProgramScope[]) =>
    makeServiceKey(db, { clientId: null, ownerId: root.id, name: 'Provisioning' }, scopes);
  let { token: key } = await accountOf(programScopes);
  const run = async (
    what: (file: string, target: Parameters<typeof runPlan>[1]) => Promise<number>,
    text: string,
    more: object = {},
  ) => {
    const file = join(folder, 'plant.yaml');
    writeFileSync(file, text);
    const lines: string[] = [];
    const env = {
      UNIT_CODE: unitCode,
      ...Object.fromEntries(registry.map((row) => [`CODE_${row.split(',')[0]?.replace('-', '_')}`, unitCode])),
    };
    const code = await what(file, {
      url,
      key,
      env,
      print: (line) => lines.push(line.replaceAll(file, 'plant.yaml')),
      ...more,
    });
    return { code, lines };
  };
  return {
    app,
    db,
    url,
    accountOf,
    use: (token: string) => {
      key = token;
    },
    plan: (text: string, more?: object) => run(runPlan, text, more),
    apply: (text: string, more?: object) => run(runApply, text, more),
    dump: async () => (await run((_file, target) => runDump(target), '')).lines.join('\n'),
    stop: () => app.stop(),
  };
};
