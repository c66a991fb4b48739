import fc from 'fast-check';

// Property tests use the same cases in each run. FC_SEED=<number> selects others, FC_SEED=random new ones.
const requestedSeed = process.env.FC_SEED ?? '5';
if (requestedSeed !== 'random') fc.configureGlobal({ seed: Number(requestedSeed) });
