import { programScopes } from '@tocsin/contract/access';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Document, parseDocument } from 'yaml';
import { testDatabase } from '../platform/testing/database.ts';
import { randomOf } from '../platform/testing/random.ts';
import { startInstallation } from './testing/provisioning.ts';

const here = testDatabase();
const there = testDatabase();
let one: Awaited<ReturnType<typeof startInstallation>>;
let other: Awaited<ReturnType<typeof startInstallation>>;
beforeAll(async () => {
  [one, other] = [await startInstallation(here), await startInstallation(there)];
});
afterAll(async () => {
  await one.stop();
  await other.stop();
});

const plant = `
tocsin: 1
reason: As the file says
maps:
  Plain level: { kinds: [{ values: [{ path: level, group: '1', id: '1', name: Level, type: NUMERIC, unit: '%' }] }] }
types:
  Level-1:
    label: Level sensor
    enters: push
    claim: open
    report_interval_s: 120
    payload_map: Plain level
    template:
      groups: [{ id: '1', name: Levels }]
      sensors: [{ groupId: '1', sensorId: '1', name: Level, type: NUMERIC, unit: '%' }]
      rules: [{ sensor_id: '1.1', sign: '>', value: 90, delay_seconds: 60 }]
rule_sets:
  bearing:
    - { sensor_id: '4.4000', sign: '>', value: 80, unit: C, delay_seconds: 60, priority: high }
    - sensor_id: '4.4001'
      sign: '>'
      value: 5
      delay_seconds: 0
      kind: rise
      window_seconds: 300
      only_while: { sensor_id: '5.1', sign: '>', value: 100 }
clients:
  Prairie Grain:
    number: 12
    address: 1 Elevator Road
    phone: '1'
    full_name: Dale Novak
    email: dale@prairie.example
    maps:
      Leg PLC:
        zone: America/Chicago
        kinds:
          - topic: plc/{udf}/values
            time: { path: at, unit: s }
            values:
              - { path: head.left, group: '4', id: '4000', name: Head bearing left, type: NUMERIC, unit: C, alarm: { when: [true], path: head.alarm } }
              - { each: 'more[*]', path: v, key: n, group: '5', id: '{key}', name: 'More {key}', type: auto }
    types:
      PLC-7:
        label: Leg PLC
        enters: push
        claim: open
        payload_map: Leg PLC
        template:
          groups: [{ id: '4', name: Temperature }, { id: '5', name: Motor }]
          sensors:
            - { groupId: '4', sensorId: '4000', name: Head bearing left, type: NUMERIC, unit: C }
            - { groupId: '5', sensorId: '1', name: State, type: NUMERIC, unit: '', states: { '0': Stopped, '1': Running } }
          units: { '4.4000': F }
          names: { '4.4000': Head left }
          images: { '4.4000': 3 }
          roles: { wall_sensor: '4.4000', required 4.4000: 'yes' }
          responses: { '4.4000': { priority: high, what_to_do: Stop the leg } }
          rules:
            - { sensor_id: '4.4000', sign: '>', value: 180, unit: F, delay_seconds: 60, priority: critical, only_while: { sensor_id: '5.1', sign: '>', value: 0 } }
      LoRa-7: { label: LoRaWAN bearing, enters: push, claim: open, payload_map: ChirpStack v4 }
    sites:
      Hutchinson:
        address: Main Street 1
        timezone: America/Chicago
        latitude: 38.06
        longitude: -97.93
        proof_interval_days: 90
        devices:
          Leg 1:
            type: '0300'
            serial_number: S-0
            udf_id: LEG1
            code: \${UNIT_CODE}
            names: { '4.4000': Head bearing left }
            responses: { '4.4000': { what_to_do: Stop the leg, respond_within_minutes: 5 } }
            rules: bearing
          Leg 2: { type: PLC-7, udf_id: LEG2, rules: bearing }
      Limon: { address: Main Street 2, timezone: America/Denver }
    people:
      sam@prairie.example: { full_name: Sam Ortega, company: Prairie, phone: '2', address: A, access: { Hutchinson: Engineer } }
      pat@prairie.example: { full_name: Pat Hill, company: Prairie, phone: '3', address: A, access: { Hutchinson: User } }
    rotations:
      Nights:
        timezone: America/Chicago
        handover_time: '18:00'
        frequency: daily
        start: '2026-11-23'
        people: [sam@prairie.example]
        site: Hutchinson
    webhooks:
      Pager: { url: 'https://pager.example/hook', event_types: [alarm_on, alarm_off], is_active: true }
    policies:
      Legs:
        site: Hutchinson
        event_types: [alarm_on]
        repeats: 0
        devices: [Hutchinson/Leg 1]
        steps:
          - { after_minutes: 0, targets: [{ rotation: Nights }, { webhook: Pager }] }
          - { after_minutes: 10, everybody: true, targets: [{ person: sam@prairie.example }] }
`;
// The calls that an account may make in a minute are those of one test: beyond them each waits for the next minute.
beforeEach(async () => one.use((await one.accountOf(programScopes)).token));

/** The file with a change. */
const edited = (edit: (file: Document) => void): string => {
  const file = parseDocument(plant);
  edit(file);
  return file.toString();
};
const client = ['clients', 'Prairie Grain'];
const site = [...client, 'sites', 'Hutchinson'];
const devices = [...site, 'devices'];

describe('apply', () => {
  it('makes the plant; applied again it changes nothing, and the dump applied elsewhere plans empty', async () => {
    const planned = await one.plan(plant);
    expect(planned.code).toBe(2);
    const applied = await one.apply(plant);
    expect(applied.lines.filter((line) => line.startsWith('refused'))).toEqual([]);
    expect(applied.code).toBe(0);
    expect(planned.lines.slice(0, -1).sort()).toEqual(applied.lines.slice(0, -1).sort());
    expect(await one.plan(plant)).toEqual({ code: 0, lines: ['No difference.'] });
    expect((await one.apply(plant)).lines).toEqual(['0 done, 0 waiting for approval, 0 refused, 0 left.']);

    const dump = await one.dump();
    expect(dump).not.toContain('unit-code');
    expect(await one.plan(dump)).toEqual({ code: 0, lines: ['No difference.'] });
    const copied = await other.apply(dump);
    expect(copied.lines.filter((line) => line.startsWith('refused'))).toEqual([]);
    expect(await other.plan(dump)).toEqual({ code: 0, lines: ['No difference.'] });
    expect(await other.dump()).toBe(dump);
  });

  it('plans exactly what random edits changed, and does it', async () => {
    const set = (line: string, path: readonly string[], value: unknown) =>
      [line, (file: Document) => file.setIn(path, file.createNode(value))] as const;
    const edits = [
      set('~ client Prairie Grain: phone', [...client, 'phone'], '77'),
      set('~ site Prairie Grain / Limon: address', [...client, 'sites', 'Limon', 'address'], 'Elsewhere'),
      set('+ site Prairie Grain / Hays', [...client, 'sites', 'Hays'], { address: 'H', timezone: 'America/Chicago' }),
      set(
        '~ rules of device Prairie Grain / Hutchinson / Leg 2: rules',
        [...devices, 'Leg 2', 'rules'],
        [{ sensor_id: '4.1', sign: '<', value: 1, delay_seconds: 5 }],
      ),
      set('~ names of device Prairie Grain / Hutchinson / Leg 1: names', [...devices, 'Leg 1', 'names'], {
        '4.4001': 'T',
      }),
      set('~ responses of device Prairie Grain / Hutchinson / Leg 1: responses', [...devices, 'Leg 1', 'responses'], {
        '4.4001': { likely_cause: 'Dry' },
      }),
      [
        "~ device Prairie Grain / Hutchinson / Leg 20: was 'Leg 2'",
        (file: Document) => {
          file.setIn([...devices, 'Leg 20'], file.getIn([...devices, 'Leg 2'], true));
          file.setIn([...devices, 'Leg 20', 'was'], 'Leg 2');
          file.deleteIn([...devices, 'Leg 2']);
        },
      ] as const,
      set(
        '~ person Prairie Grain / pat@prairie.example: access',
        [...client, 'people', 'pat@prairie.example', 'access'],
        {
          Hutchinson: 'User',
          Limon: 'User',
        },
      ),
      set(
        '~ rotation Prairie Grain / Nights: people',
        [...client, 'rotations', 'Nights', 'people'],
        ['pat@prairie.example', 'sam@prairie.example'],
      ),
      set('~ policy Prairie Grain / Legs: repeats', [...client, 'policies', 'Legs', 'repeats'], 2),
      set('~ webhook Prairie Grain / Pager: is_active', [...client, 'webhooks', 'Pager', 'is_active'], false),
      set('~ type Prairie Grain / PLC-7: label', [...client, 'types', 'PLC-7', 'label'], 'PLC'),
      set('~ type Prairie Grain / LoRa-7: payload_map', [...client, 'types', 'LoRa-7', 'payload_map'], 'Leg PLC'),
      set('~ type Level-1: report_interval_s', ['types', 'Level-1', 'report_interval_s'], 60),
      set('~ template of type Level-1: template', ['types', 'Level-1', 'template', 'rules', '0', 'value'], 95),
      set(
        '~ template of type Prairie Grain / PLC-7: template',
        [...client, 'types', 'PLC-7', 'template', 'names', '5.1'],
        'Motor',
      ),
      set('~ map Prairie Grain / Leg PLC: map', [...client, 'maps', 'Leg PLC', 'missing'], 'none'),
      set('~ map Plain level: map', ['maps', 'Plain level', 'kinds', '0', 'values', '0', 'scale'], 0.1),
      set('+ map Prairie Grain / Other', [...client, 'maps', 'Other'], {
        kinds: [{ values: [{ path: 'v', group: '1', id: '1', name: 'V', type: 'NUMERIC' }] }],
      }),
    ];
    for (const seed of [1, 2, 3, 4]) {
      const random = randomOf(seed);
      const chosen = edits.filter(() => random(2) === 0);
      const text = edited((file) => {
        // The rename comes last: the others name the device as it was.
        for (const [, edit] of chosen) edit(file);
      });
      const renames = chosen.some(([line]) => line.includes('Leg 20'));
      const lines = chosen.map(([line]) =>
        renames && line.startsWith('~ rules') ? line.replace('Leg 2:', 'Leg 20:') : line,
      );
      const planned = await one.plan(text);
      expect(planned.lines.slice(0, -1).sort(), `seed ${seed}`).toEqual([...lines].sort());
      expect((await one.apply(text)).lines.filter((line) => /^(refused|left)/.test(line))).toEqual([]);
      expect((await one.plan(text)).lines).toEqual(['No difference.']);
      // Back again: the new site is removed, the device has its former name.
      const back = edited((file) => {
        if (renames) file.setIn([...devices, 'Leg 2', 'was'], 'Leg 20');
      });
      const undone = await one.apply(back, { allowRemoval: true });
      expect(undone.lines.filter((line) => /^(refused|left)/.test(line))).toEqual([]);
      expect((await one.plan(plant)).lines).toEqual(['No difference.']);
    }
  });

  it('removes nothing without being allowed to, and what is in use not at all', async () => {
    const text = edited((file) => {
      file.deleteIn([...client, 'sites', 'Limon']);
      file.deleteIn([...client, 'types', 'PLC-7']);
      file.deleteIn([...client, 'maps', 'Leg PLC']);
    });
    const left = await one.apply(text);
    expect([left.code, left.lines.at(-1)]).toEqual([0, '0 done, 0 waiting for approval, 0 refused, 3 left.']);
    const planned = await one.plan(text);
    expect([planned.code, planned.lines.at(-1)]).toEqual([0, 'No difference.']);
    expect(planned.lines).toContain('site Prairie Grain / Limon: not in the file, left alone without --allow-removal');
    expect((await one.plan(text, { allowRemoval: true })).lines.at(-1)).toBe('3 differences.');
    const removed = await one.apply(text, { allowRemoval: true });
    expect(removed.lines).toContainEqual(expect.stringMatching(/^refused {2}type Prairie Grain \/ PLC-7: /));
    expect(removed.lines).toContainEqual(expect.stringMatching(/^refused {2}map Prairie Grain \/ Leg PLC: .*Leg PLC/));
    expect(removed.lines).toContain('- site Prairie Grain / Limon');
    expect((await one.apply(plant)).code).toBe(0);
  });

  it('adds sites to a client of which the file says only the name, and leaves the others alone', async () => {
    const text = `tocsin: 1
clients:
  Prairie Grain:
    sites:
      Colby: { address: C, timezone: America/Chicago }
      Hutchinson: { mobile: '5' }
`;
    const left = 'not in the file, left alone without --allow-removal';
    const applied = await one.apply(text);
    expect(applied).toEqual({
      code: 0,
      lines: [
        '+ site Prairie Grain / Colby',
        '~ site Prairie Grain / Hutchinson: mobile',
        `left  site Prairie Grain / Limon: ${left}`,
        '2 done, 0 waiting for approval, 0 refused, 1 left.',
      ],
    });
    expect(await one.plan(text)).toEqual({ code: 0, lines: [`site Prairie Grain / Limon: ${left}`, 'No difference.'] });
    await one.apply(
      edited((file) => file.setIn([...site, 'mobile'], '')),
      { allowRemoval: true },
    );
  });

  it('writes nothing when a form would be refused, and names each line once', async () => {
    const text = edited((file) => {
      file.setIn([...client, 'sites', 'Hays'], {
        address: 'H',
        timezone: 'America/Kansas',
        devices: { 'Leg 9': { type: 'PLC-7' } },
      });
      file.setIn([...client, 'maps', 'Other'], {
        kinds: [{ values: [{ path: 'v', group: '1', id: '1', name: 'V', type: 'NUMERIC' }] }],
      });
      file.setIn([...client, 'policies', 'Legs', 'steps', '1', 'targets', '0', 'person'], 'nobody@prairie.example');
      file.setIn(['clients', 'New'], { number: 77, address: 'A' });
    });
    const lineOf = (part: string): number => text.split('\n').findIndex((line) => line.includes(part)) + 1;
    const problems = [
      `plant.yaml:${lineOf('America/Kansas')}: site Prairie Grain / Hays: timezone 'America/Kansas': Please select your timezone!`,
      `plant.yaml:${lineOf('  Legs:')}: policy Prairie Grain / Legs: there is no person Prairie Grain / nobody@prairie.example.`,
      `plant.yaml:${lineOf('  New:')}: client New: phone: Please input your phone number`,
    ];
    for (const { code, lines } of [await one.plan(text), await one.apply(text)]) {
      expect(code).toBe(1);
      expect(lines).toEqual(expect.arrayContaining(problems));
      expect(lines.filter((line) => line.includes('Hays'))).toHaveLength(1);
    }
    expect((await one.plan(plant)).lines).toEqual(['No difference.']);
  });

  it('names what needs a refused thing once', async () => {
    const device = (n: number) => [`Leg ${n}`, { type: 'PLC-7', rules: 'bearing' }];
    const text = edited((file) => {
      file.setIn([...client, 'sites', 'Hays'], {
        address: 'H',
        timezone: 'America/Chicago',
        devices: Object.fromEntries([11, 12, 13, 14].map(device)),
      });
    });
    // Without the scope `plant` the site is refused.
    one.use((await one.accountOf(['read', 'rules'])).token);
    const { code, lines } = await one.apply(text);
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^refused {2}plant\.yaml:\d+: site Prairie Grain \/ Hays: /),
      expect.stringMatching(/^left {2}what needs plant\.yaml:\d+: site Prairie Grain \/ Hays: device .* and 3 more$/),
      '0 done, 0 waiting for approval, 1 refused, 8 left.',
    ]);
  });

  it('that loosens where a second person must approve waits, and counts as no difference', async () => {
    const approving = (more: (file: Document) => void) =>
      edited((file) => {
        file.setIn([...client, 'changes_need_approval'], true);
        more(file);
      });
    const refused = await one.apply(approving(() => {}));
    expect(refused.lines).toContainEqual(expect.stringContaining('A program does not change how a client'));
    await here.db.updateTable('client').set({ changes_need_approval: true }).where('number', '=', 12).execute();
    const loose = approving((file) => {
      file.setIn([...devices, 'Leg 1', 'rules'], []);
    });
    expect((await one.apply(loose)).lines.at(-1)).toBe('0 done, 1 waiting for approval, 0 refused, 0 left.');
    expect(await one.plan(loose)).toEqual({
      code: 0,
      lines: ['… rules of device Prairie Grain / Hutchinson / Leg 1: waits for approval', 'No difference.'],
    });
    await here.db.updateTable('client').set({ changes_need_approval: false }).where('number', '=', 12).execute();
    const unexplained = edited((file) => {
      file.delete('reason');
      file.setIn([...devices, 'Leg 2', 'rules'], []);
    });
    expect((await one.apply(unexplained)).lines[0]).toMatch(
      /^refused {2}plant\.yaml:\d+: rules .*Leg 2: reason: .*Say why/,
    );
  });

  it('half done and killed goes on where it was, and two at once make each thing once', async () => {
    const more = (n: number) =>
      edited((file) => {
        for (let i = 0; i < 70; i += 1)
          file.setIn([...client, 'sites', `Site ${n} ${i}`], { address: 'A', timezone: 'UTC' });
      });
    const killed = one.apply(more(1), {
      print: (line: string) => {
        if (line.startsWith('+')) throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');
    // What the killed one had sent may be done meanwhile: then its names are taken, and the next run finds them.
    const resumed = await one.apply(more(1));
    for (const line of resumed.lines.filter((one) => /^(refused|left)/.test(one)))
      expect(line).toContain('changed by somebody else meanwhile');
    expect((await one.apply(more(1))).code).toBe(0);
    const sites = await here.db.selectFrom('site').select('title').where('removed_at', 'is', null).execute();
    expect(sites.length).toBe(new Set(sites.map((site) => site.title)).size);
    expect((await one.plan(more(1))).code).toBe(0);
    expect(
      (await one.apply(plant, { allowRemoval: true })).lines.filter((line) => /^(refused|left)/.test(line)),
    ).toEqual([]);

    // Two that see the same: one changes, the other is told of the newer version, or finds it done.
    const texts = ['1', '2'].map((phone) =>
      edited((file) => {
        file.setIn([...site, 'mobile'], phone);
        file.setIn([...client, 'phone'], phone);
      }),
    );
    const both = await Promise.all(texts.map((text) => one.apply(text)));
    const refused = both.flatMap(({ lines }) => lines.filter((line) => line.startsWith('refused')));
    for (const line of refused) expect(line).toContain('changed by somebody else meanwhile: plan again');
    const [first, second] = [await one.plan(texts[0] ?? ''), await one.plan(texts[1] ?? '')];
    expect([first.code, second.code].filter((code) => code === 2).length).toBeGreaterThan(0);
    expect((await one.apply(plant)).lines.filter((line) => /^(refused|left)/.test(line))).toEqual([]);
  });

  it('whose key is revoked on the way stops with the line it came to; what is done stays, and the next run goes on', async () => {
    const text = edited((file) => {
      for (let i = 0; i < 400; i += 1) file.setIn([...client, 'sites', `Late ${i}`], { address: 'A', timezone: 'UTC' });
    });
    const { token } = await one.accountOf(['read', 'plant']);
    const lines: string[] = [];
    one.use(token);
    const print = (line: string) => {
      lines.push(line);
      if (lines.length > 1) return;
      void here.db
        .updateTable('service_key')
        .set({ revoked_at: new Date() })
        .where('tail', '=', token.slice(-4))
        .execute();
    };
    expect((await one.apply(text, { print })).code).toBe(1);
    const done = lines.filter((line) => line.startsWith('+')).length;
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(400);
    expect(lines.filter((line) => line.startsWith('refused'))).toEqual([]);
    expect(lines.at(-2)).toMatch(
      /^stopped {2}.*plant\.yaml:\d+: site Prairie Grain \/ Late \d+: the key has ended: it was revoked/,
    );
    expect(lines.at(-1)).toContain('run it again with a key that is in force');
    one.use((await one.accountOf(['read', 'plant'])).token);
    const planned = await one.plan(text);
    expect(planned.lines.at(-1)).toBe(`${400 - done} differences.`);
    expect((await one.apply(text)).lines.at(-1)).toBe(`${400 - done} done, 0 waiting for approval, 0 refused, 0 left.`);
    await one.apply(plant, { allowRemoval: true });
    one.use((await one.accountOf(programScopes)).token);
    expect((await one.plan(plant)).lines).toEqual(['No difference.']);
  });

  it('stops when its key ends, and names what its scopes do not allow', async () => {
    const { token } = await one.accountOf(['read', 'plant']);
    one.use(token);
    const text = edited((file) => {
      file.setIn([...client, 'phone'], '9');
      file.setIn([...client, 'people', 'pat@prairie.example', 'full_name'], 'Pat H. Hill');
    });
    const { lines, code } = await one.apply(text);
    expect(code).toBe(1);
    expect(lines.filter((line) => !line.startsWith('refused'))).toContain('~ client Prairie Grain: phone');
    expect(lines).toContainEqual(expect.stringMatching(/person Prairie Grain \/ pat@.*lacks the scope people/));
    await here.db.updateTable('service_key').set({ revoked_at: new Date() }).execute();
    const ended = await one.apply(text);
    expect([ended.code, ended.lines[0]]).toEqual([1, expect.stringContaining('not valid here')]);
  });
});
