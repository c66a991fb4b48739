// 100,000 generated payloads for each hand-written decoder: none crashes it, and it accepts and refuses exactly what
// the contract's schema does. FC_SEED=<number> or FC_SEED=random selects other payloads.
import '../../fast-check-seed.ts';
import { frameCodecCheck } from '../../../server/src/history/codec/testing/codec-check.ts';
import { decoderChecks } from '../../../server/src/pipeline/1-receive/testing/decoder-checks.ts';
import type { ProofOptions } from '../support/_proof.ts';

export const hasShort = true;

export async function run({ short }: ProofOptions): Promise<boolean> {
  const payloads = short ? 2_000 : 100_000;
  const columns = ['payloads', 'taken', 'refused', 'crashes', 'disagreements'] as const;
  console.log(`${'decoder'.padEnd(24)}${columns.map((name) => name.padStart(15)).join('')}`);
  let holds = true;
  for (const check of [...decoderChecks, frameCodecCheck]) {
    const tally = await check.run(payloads);
    console.log(`${check.decoder.padEnd(24)}${columns.map((name) => String(tally[name]).padStart(15)).join('')}`);
    if (tally.first) console.log(`  the first: ${tally.first.slice(0, 500)}`);
    holds &&= tally.payloads === payloads && tally.crashes === 0 && tally.disagreements === 0;
  }
  return holds;
}
