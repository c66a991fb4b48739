import { shippedTypes } from '@tocsin/contract/device-type';
import { DeviceId } from '@tocsin/contract/ids';
import { describe, expect, it } from 'vitest';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { type CatalogChange, createCatalog, type DeviceSettings } from './catalog.ts';
import type { CatalogRow, CatalogScope } from './store-catalog.ts';

const row = (id: number, over: Partial<CatalogRow> = {}): CatalogRow => ({
  id,
  site_id: 1,
  client_id: 1,
  title: `Leg ${id}`,
  site_title: 'North',
  company: 'Prairie',
  timezone: 'America/Winnipeg',
  serial_number: `WD${id}`,
  udf_id: `LEG${id}`,
  ip_address: null,
  modbus_map: null,
  type: shippedTypes['0300'],
  shown_type: shippedTypes['0300'],
  suspended: false,
  degrees: null,
  acknowledged_kinds: [],
  code_hash: Buffer.alloc(32, id),
  ...over,
});

function setUp(first: CatalogRow[]) {
  const clock = drivenClock(0);
  const store = { rows: first, settings: new Map<number, DeviceSettings>(), away: false, readings: 0 };
  const inScope = (r: CatalogRow, scope: CatalogScope) =>
    scope.kind === 'all' ||
    (scope.kind === 'devices' && scope.ids.includes(r.id)) ||
    (scope.kind === 'site' && r.site_id === scope.id) ||
    (scope.kind === 'client' && r.client_id === scope.id);
  const catalog = createCatalog({
    clock,
    log: createLog('silent'),
    loadRows: async (scope) => {
      store.readings++;
      if (store.away) throw new Error('the database is away');
      return store.rows.filter((r) => inScope(r, scope));
    },
    loadSettings: async () => store.settings,
  });
  const published: CatalogChange[] = [];
  catalog.listen((changes) => published.push(...changes));
  return { clock, store, catalog, published };
}
const id = (n: number) => DeviceId.parse(n);
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the catalog', () => {
  it('does not start without the database', async () => {
    const { catalog, store } = setUp([row(1)]);
    store.away = true;
    await expect(catalog.start()).rejects.toThrow('away');
  });

  it('finds a device by id, by udf_id without case, and by serial number', async () => {
    const { catalog } = setUp([
      row(1),
      row(2, { udf_id: null, type: shippedTypes.F500, shown_type: shippedTypes.F500 }),
    ]);
    await catalog.start();
    expect(catalog.byId(id(1))?.title).toBe('Leg 1');
    expect(catalog.byUdfId('leg1')?.id).toBe(1);
    expect(catalog.bySerialNumber('WD2')?.type.code).toBe('F500');
    expect(catalog.byUdfId('LEG2')).toBeUndefined();
    expect(catalog.known('WD1')).toEqual({ deviceId: 1, codeHash: Buffer.alloc(32, 1) });
  });

  it('reads devices that change while it reads together, once, as they are afterwards', async () => {
    const { catalog, store, published } = setUp([row(1), row(2), row(3)]);
    await catalog.start();
    store.readings = 0;
    const first = catalog.changed({ kind: 'devices', ids: [1] });
    await settle();
    expect(store.readings).toBe(1);
    let isOpen = false;
    const gate = catalog.changed({ kind: 'site', id: 7 }).then(() => {
      isOpen = true;
    });
    const ends = [2, 3, 1].map((one) => catalog.changed({ kind: 'devices', ids: [one] }));
    store.rows = [row(1), row(2, { title: 'Leg 2 north' }), row(3, { title: 'Leg 3 north' })];
    published.length = 0;
    await Promise.all([first, gate, ...ends]);
    expect(isOpen).toBe(true);
    expect(store.readings).toBe(3);
    expect(published.map(({ after }) => after?.title)).toEqual(['Leg 2 north', 'Leg 3 north']);
  });

  // spec: decisions 4 is_emulated_as overrides the type for display, filters and judging
  it('keeps the type of the registry beside the emulated one', async () => {
    const { catalog } = setUp([row(1, { shown_type: shippedTypes['F500-UDF'] })]);
    await catalog.start();
    expect(catalog.byId(id(1))).toMatchObject({ type: { code: '0300' }, shownType: { code: 'F500-UDF' } });
  });

  it('reports added, changed and removed devices, and no unchanged ones', async () => {
    const { catalog, store, published } = setUp([row(1), row(2), row(3, { site_id: 2 })]);
    await catalog.start();
    published.length = 0;
    store.rows = [row(1), row(2, { title: 'Boot' }), row(4, { site_id: 2 })];
    await catalog.changed({ kind: 'site', id: 1 });
    expect(published.map((c) => [c.before?.title, c.after?.title])).toEqual([['Leg 2', 'Boot']]);
    await catalog.changed({ kind: 'site', id: 2 });
    expect(published.slice(1).map((c) => [c.before?.id, c.after?.id])).toEqual([
      [undefined, 4],
      [3, undefined],
    ]);
    expect(catalog.bySerialNumber('WD3')).toBeUndefined();
    expect(catalog.known('WD3')).toBeUndefined();
  });

  it('follows a serial number that moves from one device to another', async () => {
    const { catalog, store } = setUp([row(1), row(2)]);
    await catalog.start();
    store.rows = [row(1, { serial_number: 'WD2', udf_id: 'LEG2' }), row(2, { serial_number: 'WD1', udf_id: 'LEG1' })];
    await catalog.changed({ kind: 'devices', ids: [1, 2] });
    expect(catalog.bySerialNumber('WD1')?.id).toBe(2);
    expect(catalog.byUdfId('LEG2')?.id).toBe(1);
  });

  it('retries until the database is back, and serves the old state meanwhile', async () => {
    const { catalog, store, clock } = setUp([row(1)]);
    await catalog.start();
    store.rows = [row(1, { title: 'Boot' })];
    store.away = true;
    await catalog.changed({ kind: 'devices', ids: [1] });
    expect(catalog.byId(id(1))?.title).toBe('Leg 1');
    clock.advanceTo(1_000);
    await settle();
    store.away = false;
    clock.advanceTo(2_000);
    await settle();
    expect(catalog.byId(id(1))?.title).toBe('Boot');
    expect(store.readings).toBe(4);
    catalog.stop();
  });

  it('moves a device whose settings changed', async () => {
    const { catalog, store, published } = setUp([row(1)]);
    await catalog.start();
    published.length = 0;
    store.settings.set(1, {
      warningRules: [],
      sensorNames: new Map([['4.401', 'Head']]),
      scales: [],
      sensorResponses: new Map(),
    });
    await catalog.changed({ kind: 'devices', ids: [1] });
    expect(published).toHaveLength(1);
    await catalog.changed({ kind: 'devices', ids: [1] });
    expect(published).toHaveLength(1);
  });
});
