import { type Scenario, scenarioName } from '../src/scenario.ts';
import { bearingHeats } from './01-bearing-heats.ts';
import { chokedAtStart, underspeedAtStart } from './03-underspeed-at-start.ts';

export const scenarios: readonly Scenario[] = [bearingHeats, underspeedAtStart, chokedAtStart];

/** By its number and letter: '1', '3b'. */
export const scenarioByName = (name: string): Scenario | undefined => scenarios.find((s) => scenarioName(s) === name);
