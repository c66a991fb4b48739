#!/usr/bin/env node
// `npm run compliance`: writes docs/compliance/*.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { complianceTables } from './tables.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'docs/compliance');
const { pages, problems } = complianceTables(root);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(pages)) {
  writeFileSync(join(folder, name), text);
  console.log(`${name}: ${/\*\*(.+)\*\*/.exec(text)?.[1]}`);
}
