import { type Scenario, scenarioName } from '../src/scenario.ts';
import { bearingHeats } from './01-bearing-heats.ts';
import { misalignmentChatter } from './02-misalignment-chatter.ts';
import { chokedAtStart, underspeedAtStart } from './03-underspeed-at-start.ts';
import { pluggedChute } from './04-plugged-chute.ts';
import { nodeLost } from './05-node-lost.ts';
import { offlineAndBackFill } from './06-offline-and-back-fill.ts';
import { sensorDisappears } from './07-sensor-disappears.ts';
import { powerUp } from './08-power-up.ts';
import { maintenanceCancelInAlarm, maintenanceTest, maintenanceTimeout } from './09-maintenance-test.ts';
import { badClock, fastClock, slowClock } from './10-bad-clock.ts';
import { brokenSensors } from './11-broken-sensors.ts';
import { flood } from './12-flood.ts';

/** Every scenario with its expected events. */
export const scenarios: readonly Scenario[] = [
  bearingHeats,
  misalignmentChatter,
  underspeedAtStart,
  chokedAtStart,
  pluggedChute,
  nodeLost,
  offlineAndBackFill,
  sensorDisappears,
  powerUp,
  maintenanceTest,
  maintenanceTimeout,
  maintenanceCancelInAlarm,
  badClock,
  slowClock,
  fastClock,
  brokenSensors,
  flood,
];

/** By its number and letter: '1', '3b'. */
export const scenarioByName = (name: string): Scenario | undefined => scenarios.find((s) => scenarioName(s) === name);
