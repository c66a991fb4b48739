import { noResponse } from '@tocsin/contract/responses';
import { simpleConditions } from '@tocsin/contract/rule-conditions';
import { describe, expect, it } from 'vitest';
import { findSensor, type ListedSensor } from './list.ts';
import { namesCsv, readNamesCsv } from './names-csv.ts';
import { inUnits, planRules, settleRows } from './warnings.ts';

const sensor = (groupId: string, sensorId: string): ListedSensor => ({
  groupId,
  sensorId,
  path: `${groupId}.${sensorId}`,
  name: `Sensor ${sensorId}`,
  shownName: `Sensor ${sensorId}`,
  label: '',
  image: null,
  groupName: `Group ${groupId}`,
  type: 'NUMERIC',
  unit: 'C',
  states: {},
});
const sensors = [sensor('4', '4000'), sensor('4', '1'), sensor('5', '1')];
const row = { sensor_id: '4.4000', sign: '>' as const, value: 65, delay_seconds: 60 };

describe('names a sensor', () => {
  // spec: decisions 8 every call takes that form, the three-part path, or a bare id that names exactly one sensor
  it.each([
    ['4.4000', '4.4000'],
    ['7.4.4000', '4.4000'],
    ['4000', '4.4000'],
    ['1', undefined],
    ['8.4.4000', undefined],
    ['4.9', undefined],
    ['', undefined],
  ])('%s', (ref, path) => {
    expect(findSensor(sensors, 7, ref)?.path).toBe(path);
  });
});

/** A rule with neither conditions nor response. */
const plain = { ...simpleConditions, ...noResponse };

describe('warning rows', () => {
  it('are refused with the index of the first bad one', () => {
    expect(() => settleRows(sensors, 7, [row, { ...row, sensor_id: '9.9' }], [])).toThrowError(
      expect.objectContaining({ more: { fields: { sensor_id: ['Please select your sensor'] }, body: { index: 1 } } }),
    );
  });

  it('of a sensor that the device no longer lists are accepted if they were stored', () => {
    const stored = [{ id: 1, path: '9.9', sign: '>' as const, value: 1, delay_seconds: 0, ...plain }];
    expect(settleRows(sensors, 7, [{ ...row, sensor_id: '9.9' }], stored)).toMatchObject([{ path: '9.9' }]);
  });

  // spec: decisions 8 A warning row equal in sensor_id, sign, value and delay is the same rule and keeps id
  it('equal to a stored rule are that rule, each once; omitted ones are deleted', () => {
    const rule = { path: '4.4000', sign: '>' as const, value: 65, delay_seconds: 60 };
    const stored = [
      { ...plain, id: 1, ...rule },
      { ...plain, id: 2, ...rule, value: 70 },
    ];
    expect(planRules(stored, [rule, rule])).toEqual({
      keep: [{ ...noResponse, id: 1, position: 0 }],
      add: [{ ...plain, ...rule, position: 1 }],
      remove: [2],
      isChange: true,
    });
  });

  it('keep what they omit of their response, and clear what is null', () => {
    const rule = { path: '4.4000', sign: '>' as const, value: 65, delay_seconds: 60 };
    const stored = [{ id: 1, ...rule, ...plain, priority: 'critical' as const, what_to_do: 'Stop the leg' }];
    expect(planRules(stored, [{ ...rule, what_to_do: null }])).toMatchObject({
      keep: [{ id: 1, priority: 'critical', what_to_do: null }],
      add: [],
      remove: [],
      isChange: true,
    });
    expect(planRules(stored, [rule]).isChange).toBe(false);
  });

  it('named by their id become another rule when the limit changes, with the response of the former', () => {
    const rule = { path: '4.4000', sign: '>' as const, value: 65, delay_seconds: 60 };
    const stored = [{ id: 1, ...rule, ...plain, priority: 'low' as const }];
    expect(planRules(stored, [{ ...rule, id: 1, value: 70 }])).toMatchObject({
      keep: [],
      add: [{ value: 70, priority: 'low', position: 0 }],
      remove: [1],
    });
  });

  it('equal in all but their ids stay the rules that their ids name', () => {
    const rule = { path: '4.4000', sign: '>' as const, value: 65, delay_seconds: 60 };
    const stored = [1, 2].map((id) => ({ id, ...rule, ...plain }));
    expect(planRules(stored, [{ ...rule, id: 2, priority: 'high' }]).keep).toMatchObject([{ id: 2, priority: 'high' }]);
    expect(planRules(stored, [{ ...rule, id: 2, priority: 'high' }]).remove).toEqual([1]);
  });

  it('keep the conditions that they omit, with an id or without, and clear what is null', () => {
    const rule = { path: '4.4000', sign: '>' as const, value: 65, delay_seconds: 60 };
    const stored = [{ id: 1, ...rule, ...plain, deadband: 2, off_delay_seconds: 30 }];
    for (const sent of [rule, { ...rule, id: 1 }, { ...rule, deadband: 2 }])
      expect(planRules(stored, [sent])).toMatchObject({ keep: [{ id: 1 }], isChange: false });
    expect(planRules(stored, [{ ...rule, id: 1, value: 70 }]).add).toMatchObject([
      { value: 70, deadband: 2, off_delay_seconds: 30 },
    ]);
    expect(planRules(stored, [{ ...rule, id: 1, deadband: null }])).toMatchObject({
      add: [{ deadband: 0, off_delay_seconds: 30 }],
      remove: [1],
    });
  });

  it('that name a deleted rule and omit its conditions are rules without any', () => {
    const rule = { path: '4.4000', sign: '>' as const, value: 65, delay_seconds: 60 };
    expect(planRules([], [{ ...rule, id: 9 }]).add).toMatchObject([{ ...rule, ...simpleConditions }]);
  });
});

// spec: decisions 7 Warning values are in the shown unit and are converted when degrees changes
describe('a rule in another unit', () => {
  const rule = { ...simpleConditions, path: '4.4000', sign: '>' as const, value: 80, delay_seconds: 60, deadband: 5 };
  const converted = (one: typeof rule | (typeof rule & { kind: 'rise' }), from: string, to: string) => {
    const { value, deadband, unit } = inUnits(
      one,
      () => from,
      () => to,
    );
    return { value, deadband, unit };
  };

  it('has its limit converted, and its deadband without the offset', () => {
    expect(converted(rule, 'C', 'F')).toEqual({ value: 176, deadband: 9, unit: 'F' });
    expect(converted({ ...rule, value: 65.5, deadband: 0 }, 'C', 'F')).toEqual({
      value: 149.9,
      deadband: 0,
      unit: 'F',
    });
    expect(converted({ ...rule, value: 149.9 }, 'F', 'C').value).toBe(65.5);
  });

  it('has a rate converted without the offset', () => {
    expect(converted({ ...rule, kind: 'rise', value: 2 }, 'C', 'F').value).toBe(3.6);
  });

  it('keeps its own unit before the one that the sensor had', () => {
    expect(converted({ ...rule, unit: 'K', value: 353.15 }, 'C', 'F').value).toBe(176);
  });

  it('keeps its numbers when the unit measures something else', () => {
    expect(converted({ ...rule, unit: 'C' }, 'C', 'bar')).toEqual({ value: 80, deadband: 5, unit: 'C' });
  });
});

describe('the CSV of names', () => {
  const list = {
    deviceId: 7,
    groups: [{ id: '4', name: '=Temp', meta: {} }],
    sensors: sensors.slice(0, 2),
    labels: new Map([['4.1', '-5 bearing']]),
    images: new Map(),
  };

  // spec: decisions 9 Sensor-name CSV: id, group, name, label
  it('is imported as it was exported, with formulas escaped on the way', () => {
    const text = namesCsv(list);
    expect(text.split('\n')[0]).toBe('\ufeffid,group,name,label');
    expect(text).toContain("'=Temp");
    expect(readNamesCsv(list, Buffer.from(text))).toEqual(
      new Map([
        ['4.4000', ''],
        ['4.1', '-5 bearing'],
      ]),
    );
  });

  it('is refused completely, with each bad row named by its line', () => {
    const text = `id,group,name,label\n4.4000,,,ok\n99.1,,,x\n4.1,,,${'y'.repeat(61)}\n4.4000,,,again\n`;
    expect(() => readNamesCsv(list, Buffer.from(text))).toThrowError(
      /Line 3.*\nLine 4: the label has 61.*\nLine 5: '4.4000' is listed twice/,
    );
  });

  it.each(['', 'a\n1', '\u0000\u0001"broken'])('is refused when it is invalid: %j', (text) => {
    expect(() => readNamesCsv(list, Buffer.from(text))).toThrow();
  });
});
