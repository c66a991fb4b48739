import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const app = join(import.meta.dirname, '../server/src/app');
const isCode = (name: string): boolean =>
  name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/');

it('server/src/app joins parts and holds no SQL: that is in the store of a feature or of notify/', () => {
  const withSql = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter(isCode)
    .filter((name) =>
      /\bsql[`<]|\.(selectFrom|insertInto|updateTable|deleteFrom|query)\(/.test(readFileSync(join(app, name), 'utf8')),
    );
  expect(withSql).toEqual([]);
});
