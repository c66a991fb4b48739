import { RegisterMap } from '@tocsin/contract/modbus';
import { describe, expect, it } from 'vitest';
import { readTagAddress } from './tag-address.ts';
import { readTagList } from './tag-list.ts';

const read = (text: string | Uint8Array) =>
  readTagList(typeof text === 'string' ? new TextEncoder().encode(text) : text, 'Leg 4 PLC');
const tag = (line: string) => read(`name,address,type,order,scale,offset,unit,group,alarm,none\n${line}`);
const refusalOf = async (line: string) => (await tag(line)).bad[0]?.text;

describe('an address', () => {
  it.each([
    ['40001', 3, 0, null],
    ['400001', 3, 0, null],
    ['465536', 3, 65_535, null],
    ['30010', 4, 9, null],
    ['10001', 2, 0, null],
    ['00001', 1, 0, null],
    ['4x1', 3, 0, null],
    ['4X 00012', 3, 11, null],
    ['0x1', 1, 0, null],
    ['HR0', 3, 0, null],
    ['ir 7', 4, 7, null],
    ['DI3', 2, 3, null],
    ['C12', 1, 12, null],
    ['%MW0', 3, 0, null],
    ['%M5', 1, 5, null],
    ['%MW10:X3', 3, 10, 3],
    ['40101.7', 3, 100, 7],
  ])('%s is read', (text, fn, at, bit) => {
    expect(readTagAddress(text)).toEqual({ fn, at, bit });
  });

  it.each([
    ['', 'is missing'],
    ['17', 'write HR17, 40001 or 4x1'],
    ['20001', 'is not known'],
    ['40000', 'outside 0 to 65535'],
    ['465537', 'outside 0 to 65535'],
    ['%MD4', 'write it as %MW'],
    ['00001.3', 'only registers have bits'],
    ['40001.16', 'only registers have bits'],
    ['printer', 'is not known'],
  ])('%s is refused', (text, why) => {
    expect(readTagAddress(text)).toContain(why);
  });
});

describe('a tag list', () => {
  it('becomes a register map, with what it leaves out', async () => {
    const { map, taken, bad } = await tag('Head bearing left,40001,float32,CD AB,,,°C,Temperature,40101.0,');
    expect([taken, bad]).toEqual([1, []]);
    expect(map).toEqual(
      RegisterMap.parse({
        name: 'tag-list',
        title: 'Leg 4 PLC',
        about: 'Read from a tag list.',
        groups: [
          {
            id: 'Temperature',
            name: 'Temperature',
            sensors: [
              {
                id: 'Head-bearing-left',
                name: 'Head bearing left',
                type: 'NUMERIC',
                unit: '°C',
                value: { fn: 3, at: 0, as: 'f32', order: 'CDAB' },
                alarm: { fn: 3, at: 100, as: 'bit', bit: 0 },
              },
            ],
          },
        ],
      }),
    );
  });

  it('has semicolons, decimal commas, a byte order mark, columns in any order, and empty lines', async () => {
    const { map, taken, bad } = await read(
      '\uFEFFUnit;Comment;Scale;ADDRESS;Name;none\r\n%;x;0,01;30002;Belt speed;65535|-1\r\n;;;;;\r\n',
    );
    expect([taken, bad]).toEqual([1, []]);
    expect(map?.groups[0]?.sensors[0]?.value).toEqual({ fn: 4, at: 1, as: 'u16', scale: 0.01, none: [65_535, -1] });
  });

  it('has the headings of exports; what is not read is named, and the first lines are shown as they were read', async () => {
    const list = await read(
      'Tag Name,Address,Data Type,Respect Data Type,Client Access,Eng Units,Description\nHead,400001,Float,1,RO,C,Head of the leg\nRun,000001,Boolean,1,RO,,\n',
    );
    expect([list.taken, list.bad]).toEqual([2, []]);
    expect(list.map?.groups[0]?.sensors[0]).toMatchObject({
      name: 'Head',
      unit: 'C',
      value: { fn: 3, at: 0, as: 'f32' },
    });
    expect(list.preview).toEqual([
      { name: 'Head', address: '400001', type: 'float32' },
      { name: 'Run', address: '000001', type: 'bool' },
    ]);
    expect(list.unused).toEqual(['Respect Data Type', 'Client Access', 'Description']);
    expect((await read('REGISTER;Description;Units;Byte order\n40001;Belt speed;%;CD AB')).preview).toEqual([
      { name: 'Belt speed', address: '40001', type: 'uint16' },
    ]);
  });

  it('takes 64 bits in each order, alarms of codes, and the tag itself as alarm', async () => {
    const { map, bad } = await read(
      'name,address,type,order,alarm\nHours,HR0,uint64,GHEFCDAB,\nState,HR8,,,HR8=3|4\nPlug,00005,,,yes\nOff,00006,,,no',
    );
    expect(bad).toEqual([]);
    const [hours, state, plug, off] = map?.groups[0]?.sensors ?? [];
    expect(hours?.value).toMatchObject({ as: 'u64', order: 'CDAB' });
    expect(state?.alarm).toEqual({ fn: 3, at: 8, as: 'u16', when: [3, 4] });
    expect([plug?.type, plug?.alarm]).toEqual(['BOOL', { fn: 1, at: 4, as: 'bit' }]);
    expect(off?.alarm).toBeUndefined();
  });

  it.each([
    [',40001', 'The name is missing'],
    ['A,', 'The address is missing'],
    ['A,40001,REAL48', "The type 'REAL48' is not known"],
    ['A,40001,uint32,ABDC', 'The order'],
    ['A,40001,,,one', 'is no number for scale'],
    ['A,00001,uint16', 'Coils and discrete inputs are of type bool'],
    ['A,40001.3,uint16', 'An address with a bit is of type bool'],
    ['A,40001,,,,,,,nowhere', 'is not known'],
    ['A\u202E,40001', 'A name has 1 to 60 characters in one line'],
  ])('%s is refused by its line', async (line, why) => {
    expect(await refusalOf(line)).toContain(why);
    expect((await tag(line)).bad[0]?.line).toBe(2);
  });

  it('names what stands twice, and takes the rest', async () => {
    const list = await read('name,address\nA,40001\nA,40002\nB,40001\nC,40003');
    expect(list.bad).toEqual([
      { line: 3, text: 'The name stands in line 2 already' },
      { line: 4, text: 'The address stands in line 2 already' },
    ]);
    expect([list.taken, list.lines]).toEqual([2, 4]);
  });

  it('of 100,000 lines gives the sensors that a device may have, and bounds what it says of the others', async () => {
    const lines = Array.from({ length: 100_000 }, (_, i) => `Tag ${i},4x${(i % 60_000) + 1}`);
    const list = await read(`name,address\n${lines.join('\n')}`);
    expect([list.taken, list.lines, list.bad.length]).toEqual([1_000, 100_000, 200]);
    expect(list.bad_count).toBe(99_000);
    await expect(read(`name,address\n${lines.join('\n')}\nA,1\nB,2\nC,3`)).rejects.toThrow('At most 100000 lines');
  });

  it('is refused as a whole without its columns, without lines, and as something else', async () => {
    await expect(read('Nr,Comment\nA,40001')).rejects.toThrow(
      "The first line has the headings 'Nr', 'Comment'. What is missing: name (or tagname, ",
    );
    await expect(read('Tag Name,Comment\nA,40001')).rejects.toThrow('What is missing: address (or register, ');
    await expect(read('name,address\n')).rejects.toThrow('no lines with tags');
    await expect(read(Uint8Array.from([0xff, 0xfe, 0x41]))).rejects.toThrow('UTF-8');
  });
});
