import { describe, expect, it } from 'vitest';
import type { Machine } from '../../canvas/tab.ts';
import { marked, usedAt } from './sensor-book.ts';

const machine = (id: string, sensor?: string): Machine => ({
  kind: 'machine',
  id,
  savedId: null,
  name: `Machine ${id}`,
  type: 1,
  x: 0,
  y: 0,
  scale: 1,
  stretch: 0,
  lengthM: null,
  area: '',
  flip: false,
  bindings: sensor === undefined ? [] : [{ point: 'speed', sensor }],
  stateSensor: null,
});
const elsewhere = { schema: 1, id: 9, name: 'Drying', machine: { id: 3, name: 'Dryer', frontend_id: 'd' } };
const tab = { name: 'Receiving', machines: [machine('a', '1.4.1'), machine('b')] };
const here = { schemaId: 1, tabId: 4 };
const own = { machine: 'b', point: 'speed' };

describe('a sensor that is in use', () => {
  it('is found on this tab as edited', () => {
    expect(usedAt({ id: '1.4.1', tabs: [] }, tab, own, here)).toEqual({ tab: 'Receiving', machine: 'Machine a' });
  });

  it('is not in use at the point being edited, nor where it was saved before it was removed', () => {
    expect(usedAt({ id: '1.4.1', tabs: [] }, tab, { machine: 'a', point: 'speed' }, here)).toBeNull();
    expect(usedAt({ id: '1.4.7', tabs: [{ ...elsewhere, id: 4 }] }, tab, own, here)).toBeNull();
  });

  it('on another tab', () => {
    expect(usedAt({ id: '1.4.7', tabs: [elsewhere] }, tab, own, here)).toEqual({ tab: 'Drying', machine: 'Dryer' });
  });

  it('in another schema of the site is free in this one, and in a new one', () => {
    expect(usedAt({ id: '1.4.7', tabs: [elsewhere] }, tab, own, { schemaId: 2, tabId: 4 })).toBeNull();
    expect(usedAt({ id: '1.4.7', tabs: [elsewhere] }, tab, own, { schemaId: null, tabId: null })).toBeNull();
  });
});

describe('a search match', () => {
  it('is marked in the text, whatever characters the query contains', () => {
    expect(marked('Cone plug', 'cone')).toEqual([
      { text: 'Cone', isHit: true },
      { text: ' plug', isHit: false },
    ]);
    expect(marked('Fan (left)', '(')).toEqual([
      { text: 'Fan ', isHit: false },
      { text: '(', isHit: true },
      { text: 'left)', isHit: false },
    ]);
    expect(marked('Plain', ' ')).toEqual([{ text: 'Plain', isHit: false }]);
  });
});
