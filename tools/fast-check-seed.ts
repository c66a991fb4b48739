import fc from 'fast-check';

// A run of the tests is repeatable: the same cases each time. FC_SEED=<number> tries others, FC_SEED=random new ones.
const asked = process.env.FC_SEED ?? '5';
if (asked !== 'random') fc.configureGlobal({ seed: Number(asked) });
