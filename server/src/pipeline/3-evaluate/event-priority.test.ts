import { expect, it } from 'vitest';
import { someDevice, TestPipeline } from '../testing/test-device.ts';
import { urgencyOf } from './event-priority.ts';

const rule = { id: 5, path: '4.4000', sign: '>', value: 65, delayMs: 0 } as const;
type Asked = Parameters<typeof urgencyOf>;
const plan = (over: Partial<Asked[1]['device']> = {}, warnsOnly = false): Asked[1] => {
  const { sensorNames: _, sensorResponses: __, ...device } = someDevice();
  return { device: { ...device, sensorNames: {}, sensorResponses: {}, ...over }, warnsOnly };
};
const ofSensor = { groupId: '4', sensorId: '4000' };
const warning = { type: 'warning_on', ...ofSensor, ruleId: 5 } as const;

it('gives the default of the type without a setting', () => {
  expect(urgencyOf({ type: 'alarm_on', ...ofSensor }, plan()).priority).toBe('high');
  expect(urgencyOf(warning, plan()).priority).toBe('medium');
  expect(urgencyOf({ type: 'device_offline' }, plan()).priority).toBe('medium');
  expect(urgencyOf({ type: 'warning_on', groupId: '4' }, plan()).priority).toBe('medium');
  expect(urgencyOf({ type: 'sensor_disappeared', ...ofSensor }, plan()).priority).toBe('medium');
  for (const type of ['alarm_off', 'warning_off', 'device_online', 'maintenance', 'power_up'] as const)
    expect(urgencyOf({ type, ...ofSensor }, plan())).toEqual({ priority: null, respondWithinMinutes: null });
});

it('treats warnings of devices that only warn as alarms, but not their lost nodes', () => {
  expect(urgencyOf(warning, plan({}, true)).priority).toBe('high');
  expect(urgencyOf({ type: 'warning_on', groupId: '4' }, plan({}, true)).priority).toBe('medium');
});

it("takes the rule's settings before its sensor's, each for itself", () => {
  const sensorResponses = { '4.4000': { priority: 'critical', respondWithinMinutes: 10 } as const };
  expect(urgencyOf({ type: 'alarm_on', ...ofSensor }, plan({ sensorResponses }))).toEqual({
    priority: 'critical',
    respondWithinMinutes: 10,
  });
  const low = { ...rule, priority: 'low', respondWithinMinutes: null } as const;
  expect(urgencyOf(warning, plan({ sensorResponses, warningRules: [low] }))).toEqual({
    priority: 'low',
    respondWithinMinutes: 10,
  });
  expect(urgencyOf(warning, plan({ sensorResponses, warningRules: [rule] })).priority).toBe('critical');
});

it('is stored with the event, and a change of it leaves an open warning as it is', async () => {
  const rig = await new TestPipeline({ warningRules: [{ ...rule, priority: 'critical' }] }).start();
  await rig.birth();
  await rig.frame([70, 20, 0]);
  expect(rig.frameWriter.events.at(-1)).toMatchObject({ type: 'warning_on', priority: 'critical' });
  const changed = { ...rig.device, warningRules: [{ ...rule, priority: 'low' as const }] };
  rig.devices.set(rig.device.id, changed);
  rig.pipeline.catalogChanged(rig.device, changed);
  rig.pass(1_000);
  await rig.frame([71, 20, 0]);
  expect(rig.types().filter((type) => type.startsWith('warning'))).toEqual(['warning_on']);
});
