#!/usr/bin/env node
// `npm run ci`, which .ci/run calls after `npm test -- --thorough`: dependency audit, the API's description, integration tests against
// external services and the short form of each proof. Ends on 'N passed, N failed' of both.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Counted } from './failures.ts';
import { startServices } from './services.ts';
import { out, Steps } from './test-steps.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
mkdirSync(out, { recursive: true });
const steps = new Steps();
const summary = `${out}/summary.json`;
interface Summary extends Required<Counted> {
  readonly failures: readonly string[];
  readonly isThorough: boolean;
}
// A run that ended before counting its tests has failed.
const before: Summary = existsSync(summary)
  ? JSON.parse(readFileSync(summary, 'utf8'))
  : { passed: 0, failed: 1, skipped: 0, failures: ['npm test ended before it counted its tests'], isThorough: true };
steps.passed = before.passed;
steps.failed = before.failed;
steps.skipped = before.skipped;
steps.failures.push(...before.failures);
if (!before.isThorough) {
  steps.failed += 1;
  steps.failures.push('npm test ran without --thorough');
}
async function others() {
  await steps.step('dependency audit', ['tools/audit.ts']);
  await steps.step('bill of materials and licences', ['tools/sbom.ts', `${out}/sbom.cdx.json`]);
  const description = `${out}/openapi.json`;
  await steps.step('API description (Spectral, Redocly, a generated client)', [
    'tools/openapi-check.ts',
    ...(existsSync(description) ? [description] : []),
  ]);
  await steps.vitest('integration tests (external PostgreSQL, NATS, Mosquitto)', ['external']);
  await steps.step('short proofs', ['tools/proof.ts', '--short', '--working']);
}

for (const line of await startServices()) console.log(`-- ${line}`);
const waiting = ['tools/proof.ts', '--short', '--waiting'];
await Promise.all([steps.step('short proofs that mostly wait', waiting, { isBeside: true }), others()]);
process.exit(steps.end());
