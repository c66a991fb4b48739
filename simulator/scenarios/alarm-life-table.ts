import { type LifeFound, type LifeScenario, nothing } from '../src/alarm-life.ts';
import { newLifeScenarios } from './alarm-life.ts';
import { scenarioByName } from './all.ts';

/**
 * What is found at the end of each of the twelve scenarios, where nobody acknowledges. Warnings need no acknowledgement
 * by default, tests never; alarms found in back-fill do, silently. Steps of a test are rows of the log.
 */
const atTheEnd: Readonly<Record<string, Partial<LifeFound>>> = {
  '1': { log: 6, unacknowledged: 2, cleared: 2, mails: 6 },
  '2': { log: 2, unacknowledged: 1, cleared: 1, mails: 2 },
  '3': { log: 2, unacknowledged: 1, cleared: 1, mails: 2 },
  '3b': { log: 4, unacknowledged: 2, cleared: 2, mails: 2 },
  '4': { log: 4, unacknowledged: 2, cleared: 2, mails: 4 },
  '5': { log: 4, mails: 4 },
  '6': { log: 8, unacknowledged: 2, cleared: 2, mails: 2 },
  '7': { log: 1, mails: 0 },
  '8': { log: 1, mails: 1 },
  // Start, alarm seen, end; and the alarm's beginning and end.
  '9': { log: 5, mails: 3 },
  '9b': { log: 2, mails: 2 },
  '9c': { log: 5, mails: 3 },
  '10': { log: 5, unacknowledged: 2, cleared: 2, mails: 5 },
  '10b': { log: 3, unacknowledged: 1, cleared: 1, mails: 3 },
  '10c': { log: 3, unacknowledged: 1, cleared: 1, mails: 3 },
  '11': { log: 2, unacknowledged: 1, cleared: 1, mails: 2 },
  '12': { log: 80, unacknowledged: 40, cleared: 40, mails: 4 },
};

/** Scenarios whose alarms of one machine begin within ten minutes: incidents. */
const incidents: Readonly<Record<string, number>> = { '1': 1, '3b': 1, '4': 1, '6': 1, '12': 1 };

const oldLifeScenarios: readonly LifeScenario[] = Object.entries(atTheEnd).map(([name, found]) => {
  const scenario = scenarioByName(name);
  if (!scenario) throw new Error(`no scenario ${name}`);
  const end = { ...nothing, ...found, incidents: incidents[name] ?? 0 };
  return { scenario, acts: [], looks: [{ atS: null, what: 'at the end', found: end }] };
});

/** Every scenario of the life table, the old ones first. */
export const lifeScenarios: readonly LifeScenario[] = [...oldLifeScenarios, ...newLifeScenarios];
