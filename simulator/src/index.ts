export type { Action } from './action.ts';
export { createSimClock, every, pause } from './clock.ts';
export { compareEvents, type GotEvent } from './compare-events.ts';
export { SimDevice, type SimFrame, type SimGroup, type SimMessage } from './device.ts';
export { birthJson, compactJson, deathJson, mapJson } from './json.ts';
export { JsonDevice } from './json-device.ts';
export { MqttSender } from './mqtt-sender.ts';
export { type ExpectedEvent, type Scenario, ScenarioPlay, scenarioName } from './scenario.ts';
export { Wdc4 } from './wdc4.ts';
