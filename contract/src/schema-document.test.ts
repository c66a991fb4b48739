import { describe, expect, it } from 'vitest';
import { documentDefaults, migrateDocument, TabDocument } from './schema-document.ts';

const plain = {
  name: 'Receiving',
  width: 800,
  height: 600,
  machines: [
    {
      id: 7,
      frontend_id: 'a',
      name: 'Leg 1',
      scale: 1,
      flip: false,
      x_coord: 10,
      y_coord: 20,
      type_of_machine: 1,
      sensors: [{ sensor_point: 'head-bearing', sensor: '3.4.4000' }],
      system_state_sensor: '3.18.18000',
    },
    { id: 8, name: 'Silo', scale: 1, flip: false, x_coord: 300, y_coord: 20, type_of_machine: 5 },
  ],
  connectors: [{ start_machine: 7, start_anchor_point: 'outlet', end_machine: 8, end_anchor_point: 'inlet' }],
  shapes: [{ x: 1, y: 2, extras: { shape: 'circle', width: 78, height: 78 } }],
  text_elements: [{ x: 1, y: 2, extras: { value: 'Text' } }],
};

const refusal = (document: unknown) => {
  const parsed = TabDocument.safeParse(document);
  return parsed.success ? 'taken' : parsed.error.issues.map((issue) => issue.path.join('.')).join();
};

describe('a tab document', () => {
  it('refuses absurd numbers', () => {
    expect(refusal({ ...plain, width: 1e9 })).toBe('width');
    expect(refusal({ ...plain, height: -5 })).toBe('height');
    expect(refusal({ ...plain, width: 'wide' })).toBe('width');
    expect(refusal({ ...plain, shapes: [{ x: 1e300, y: 0, extras: plain.shapes[0]?.extras }] })).toBe('shapes.0.x');
    expect(refusal({ ...plain, machines: [{ ...plain.machines[0], scale: 0 }] })).toContain('machines.0.scale');
  });

  it('refuses sensors and ids that can not be any', () => {
    const sensors = [{ sensor_point: 'x', sensor: '1.2.3.4' }];
    expect(refusal({ ...plain, machines: [{ ...plain.machines[0], sensors }] })).toContain('sensors');
    expect(refusal({ ...plain, machines: [{ ...plain.machines[0], frontend_id: '"><script>' }] })).toContain(
      'machines.0.frontend_id',
    );
  });

  it('refuses a blank name and more than 500 elements', () => {
    expect(refusal({ ...plain, name: '  ' })).toBe('name');
    const shapes = Array.from({ length: 498 }, () => plain.shapes[0]);
    expect(refusal({ ...plain, shapes })).toBe('non_field_errors');
  });

  it('refuses a list that is none, and an element that is none, instead of leaving them out', () => {
    for (const list of ['machines', 'connectors', 'shapes', 'text_elements'])
      for (const wrong of ['[]', 7, {}, true, null])
        expect([wrong, ...refusal({ ...plain, [list]: wrong }).split(',')]).toContain(list);
    expect(refusal({ ...plain, machines: [...plain.machines, 'Silo'] })).toBe('machines.2');
    expect(refusal({ ...plain, shapes: [null] })).toBe('shapes.0');
  });

  it('refuses a format that is not known yet', () => {
    expect(refusal({ ...plain, format: 99 })).toContain('format');
  });

  it("takes the specification's plain payload as format 1 and names its elements", () => {
    const document = TabDocument.parse(plain);
    expect(document.format).toBe(3);
    expect(document.machines.map((machine) => machine.frontend_id)).toEqual(['a', 'm2']);
    expect(document.connectors[0]).toMatchObject({ start_m_fe_id: 'a', end_m_fe_id: 'm2', additional_points: [] });
    expect(document.text_elements[0]?.extras.fontSize).toBe(documentDefaults.labelSize);
    expect(document.machines[1]).toMatchObject({
      sensors: [],
      stretch: 0,
      length_m: null,
      area: '',
      system_state_sensor: null,
    });
    expect(document.pixels_per_metre).toBeNull();
  });

  it('keeps the look of format 2: machines stay as long as they were drawn', () => {
    const [leg, silo] = plain.machines;
    const machines = [
      { ...leg, stretch: 15_000 },
      { ...silo, frontend_id: 'b', sensors: [], stretch: 100 },
    ];
    const document = TabDocument.parse({
      ...plain,
      connectors: [],
      shapes: [],
      text_elements: [],
      format: 2,
      machines,
    });
    expect(document.machines.map((machine) => machine.stretch)).toEqual([1_200, 100]);
    const scaled = TabDocument.parse({ ...document, pixels_per_metre: 20, format: 1, machines: document.machines });
    expect(scaled).toEqual({ ...document, pixels_per_metre: 20 });
  });

  it('refuses a scale and a length that no plant has', () => {
    expect(refusal({ ...plain, pixels_per_metre: 0 })).toBe('pixels_per_metre');
    expect(refusal({ ...plain, machines: [{ ...plain.machines[0], length_m: -3 }] })).toContain('machines.0.length_m');
    expect(refusal({ ...plain, machines: [{ ...plain.machines[0], area: 'x'.repeat(61) }] })).toContain(
      'machines.0.area',
    );
  });

  it('gives a loaded tab without a width the width of the specification', () => {
    const { width: _, ...loaded } = plain;
    expect(TabDocument.parse(loaded).width).toBe(970);
  });

  it('treats markup in names as text', () => {
    expect(TabDocument.parse({ ...plain, name: '<b>Pit</b>' }).name).toBe('<b>Pit</b>');
  });

  it('leaves a document of the present format as it is', () => {
    const document = TabDocument.parse(plain);
    expect(migrateDocument(document)).toBe(document);
    expect(TabDocument.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
  });
});
