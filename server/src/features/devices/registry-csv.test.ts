import { describe, expect, it } from 'vitest';
import { readRegistryFile } from './registry-csv.ts';

const read = (text: string) => readRegistryFile(new TextEncoder().encode(text));
const header = 'serial_number,code,device_type\n';

describe('the registry’s file', () => {
  it('is refused when it is not a CSV of that kind', async () => {
    await expect(read('')).rejects.toThrow('must name the columns');
    await expect(read('serial,code\nA,1234')).rejects.toThrow('must name the columns serial_number, code, device_type');
    await expect(read(header)).rejects.toThrow('no rows');
    await expect(read(`${header}"A,1234,0300`)).rejects.toThrow("can't be read as CSV");
    await expect(readRegistryFile(Uint8Array.from([0xff, 0xfe, 0x41]))).rejects.toThrow('UTF-8');
  });

  it('names each bad row by its line in the file', async () => {
    const { good, bad } = await read(
      [
        'serial_number,code,device_type',
        'A1,1234,0300',
        ',1234,0300',
        'A2,,0300',
        'A3,123,0300',
        'A4,1234,WDC9',
        '',
        'A5,"12""34",F500 UDF',
        'A1,9999,0300',
        'A 6,1234,0300',
        'A:7,1234,0300',
        'A8,1234',
      ].join('\r\n'),
    );
    expect(good.map((u) => [u.line, u.serialNumber, u.code, u.type])).toEqual([
      [2, 'A1', '1234', '0300'],
      [8, 'A5', '12"34', 'F500-UDF'],
    ]);
    expect(bad.map((row) => [row.line, row.text])).toEqual([
      [3, 'The serial number is missing'],
      [4, 'The code is missing'],
      [5, 'A code has 4 to 64 letters, digits and signs'],
      [6, "The device type 'WDC9' is unknown"],
      [9, 'The serial number stands in line 2 already'],
      [10, 'A serial number has 1 to 64 letters, digits and signs, no space or colon'],
      [11, 'A serial number has 1 to 64 letters, digits and signs, no space or colon'],
      [12, 'The device type is missing'],
    ]);
  });

  it('accepts variants of spreadsheets: a BOM, semicolons, other columns, any order and case, labels for types', async () => {
    const { good, bad } = await read(
      '\ufeffDevice_Type;note;Serial_Number;CODE\nwdc4;x;S1;1234\nETH-NODE-2;;S2;abcd\n;;;\n',
    );
    expect(bad).toEqual([]);
    expect(good.map((u) => [u.serialNumber, u.type])).toEqual([
      ['S1', '0300'],
      ['S2', '0006'],
    ]);
  });
});
