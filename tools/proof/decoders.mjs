// Shows 5 of issue 3: 100,000 generated payloads for each hand-written decoder. None crashes it, and it takes and refuses
// exactly what the contract's schema does. FC_SEED=<number> or FC_SEED=random tries others than the usual ones.
import '../fast-check-seed.ts';
import { decoderChecks } from '../../server/src/flow/1-receive/testing/decoder-checks.ts';
import { frameCodecCheck } from '../../server/src/flow/codec/testing/codec-check.ts';

export const hasShort = true;

export async function run({ short }) {
  const payloads = short ? 2_000 : 100_000;
  const columns = ['payloads', 'taken', 'refused', 'crashes', 'disagreements'];
  console.log(`${'decoder'.padEnd(24)}${columns.map((name) => name.padStart(15)).join('')}`);
  let kept = true;
  for (const check of [...decoderChecks, frameCodecCheck]) {
    const tally = await check.run(payloads);
    console.log(`${check.decoder.padEnd(24)}${columns.map((name) => String(tally[name]).padStart(15)).join('')}`);
    if (tally.first) console.log(`  the first: ${tally.first.slice(0, 500)}`);
    kept &&= tally.payloads === payloads && tally.crashes === 0 && tally.disagreements === 0;
  }
  return kept;
}
