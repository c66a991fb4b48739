import { describe, expect, it, onTestFinished } from 'vitest';
import { type AuditNote, byCall, difference, recorded, recordUse } from './audit.ts';
import { testDatabase } from './testing/database.ts';

const database = testDatabase();
const by = { userId: 7, name: 'Ann Vole', address: '10.0.0.1' };
const note = (over: Partial<AuditNote> = {}): AuditNote => ({
  action: 'change',
  subject: 'site',
  subjectId: 3,
  subjectName: 'North',
  old: { title: 'Nort' },
  new: { title: 'North' },
  ...over,
});
const rows = () => database.db.selectFrom('audit').selectAll().orderBy('id').execute();

describe('a recorded change', () => {
  // meets: owasp-asvs-5 V16.5.3
  it('is rolled back when no audit note was written', async () => {
    await expect(
      recorded(database.db, by, async (trx) => {
        await trx.insertInto('client').values({ number: 901, company: 'Unnoted' }).execute();
      }),
    ).rejects.toThrow('without an audit note');
    expect(await database.db.selectFrom('client').select('id').where('number', '=', 901).execute()).toEqual([]);
  });

  // meets: owasp-asvs-5 V2.3.3
  it('leaves no row when the work fails', async () => {
    const work = recorded(database.db, by, async (_trx, say) => {
      say(note());
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
  });

  // meets: owasp-asvs-5 V16.2.1
  it('records who, what, from where, old and new', async () => {
    expect(
      await recorded(database.db, by, async (_trx, say) => {
        say(note({ siteId: 3, clientId: 1 }));
        return 'done';
      }),
    ).toBe('done');
    expect(await rows()).toMatchObject([
      {
        user_id: 7,
        user_name: 'Ann Vole',
        address: '10.0.0.1',
        action: 'change',
        subject: 'site',
        subject_id: '3',
        subject_name: 'North',
        client_id: 1,
        site_id: 3,
        device_id: null,
        old: { title: 'Nort' },
        new: { title: 'North' },
      },
    ]);
  });

  it('leaves no row for a change without an effect', async () => {
    const before = (await rows()).length;
    await recorded(database.db, by, async (_trx, say) => say(note({ old: {}, new: {} })));
    expect(await rows()).toHaveLength(before);
  });

  // meets: cra-annex-i I.2l
  it('leaves out what only uses the portal when the operator opted out, and never a change', async () => {
    const before = (await rows()).length;
    recordUse(false);
    onTestFinished(() => recordUse(true));
    await recorded(database.db, by, async (_trx, say) => {
      say(note({ action: 'sign in', old: null, new: { session: 'x' } }));
      say(note());
    });
    await recorded(database.db, by, async (_trx, say) => say(note({ action: 'print labels', old: null, new: {} })));
    expect((await rows()).slice(before).map(({ action }) => action)).toEqual(['change']);
  });
});

describe('the difference of two states', () => {
  it('contains only what changed, and reads a missing field as null', () => {
    expect(difference({ a: 1, b: [1], version: 1 }, { a: 2, b: [1], version: 2, c: null })).toEqual({
      old: { a: 1 },
      new: { a: 2 },
    });
  });
});

describe('the author in the audit log', () => {
  it('is the person, the wall display, or nobody', () => {
    const address = '10.0.0.1';
    expect(byCall({ who: { kind: 'person', userId: 4, name: 'Ann' }, address }).userId).toBe(4);
    expect(byCall({ who: { kind: 'wall' }, address }).name).toBe('Wall display');
    expect(byCall({ address }).name).toBe('Nobody signed in');
  });
});
