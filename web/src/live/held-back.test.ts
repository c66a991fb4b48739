import { describe, expect, it } from 'vitest';
import { heldBack } from './held-back.ts';

const shelf = { sensor: null, node: null, rule: null, covers_alarms: false, by: 'Pat' };
const out = { path: '4.4000', by: 'Kim', reason: 'Cable cut', since: 1, review_at: 50 };

describe('the messages of a sensor are held back', () => {
  it('by nothing: no shelf, a shelf of another sensor or node, or one that has ended', () => {
    expect(heldBack({}, '4.4000', 0)).toBeNull();
    expect(heldBack({ shelves: [{ ...shelf, sensor: '4.4001', until: 9 }] }, '4.4000', 0)).toBeNull();
    expect(heldBack({ shelves: [{ ...shelf, node: '5', until: 9 }] }, '4.4000', 0)).toBeNull();
    expect(heldBack({ shelves: [{ ...shelf, sensor: '4.4000', until: 9 }] }, '4.4000', 9)).toBeNull();
  });

  it('while it is armed in a walk test, until that ends', () => {
    const walk = { id: 5, by: 'Petra Lind', since: 1, ends_at: 9, armed: ['4.4000'] };
    expect(heldBack({ walk }, '4.4000', 2)).toEqual({ kind: 'walk', until: 9, by: 'Petra Lind', reason: '' });
    expect(heldBack({ walk }, '4.4001', 2)).toBeNull();
  });

  it('until the latest end of what covers it: itself, its node or its device', () => {
    const shelves = [
      { ...shelf, sensor: '4.4000', rule: 7, until: 1 },
      { ...shelf, node: '4', until: 3, by: 'Lee' },
      { ...shelf, until: 2 },
    ];
    expect(heldBack({ shelves }, '4.4000', 0)).toEqual({ kind: 'shelved', until: 3, by: 'Lee', reason: '' });
  });

  it('because it is out of service, whatever is shelved', () => {
    const held = heldBack({ shelves: [{ ...shelf, until: 99 }], out_of_service: [out] }, '4.4000', 0);
    expect(held).toEqual({ kind: 'out_of_service', until: 50, by: 'Kim', reason: 'Cable cut' });
  });

  it('by somebody unknown, if it was shelved before names were stored', () => {
    const { by: _, ...old } = shelf;
    expect(heldBack({ shelves: [{ ...old, until: 9 }] }, '4.4000', 0)?.by).toBe('');
  });
});
