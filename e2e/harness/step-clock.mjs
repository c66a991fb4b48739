// Loaded before a program: its system clock is ahead of the real one by what a file says. The monotonic clock is left
// alone, as it is when somebody sets the system clock.
import { readFileSync } from 'node:fs';

const realNow = Date.now;
const file = process.env.STEP_CLOCK_FILE ?? '';
Date.now = () => realNow() + (Number(readFileSync(file, 'utf8')) || 0);
