import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrays, bytes, compacts, layout, plainCompacts } from '../testing/generated.ts';
import { scanCompact } from './compact-scan.ts';
import { decodeData } from './json-messages.ts';
import { parseJson } from './json-text.ts';

const scan = (text: string) => scanCompact(Buffer.from(text), layout);
const slow = (text: string) => decodeData(parseJson(Buffer.from(text)), layout);

describe('the compact form read from bytes', () => {
  it.each([
    ['nothing', ''],
    ['a map', '{"ts":1,"values":{"g.a":1}}'],
    ['a map beside v', '{"ts":1,"v":[1,2,3],"values":{}}'],
    ['no ts', '{"v":[1,2,3]}'],
    ['no v', '{"ts":1}'],
    ['a part twice', '{"ts":1,"v":[1,2,3],"v":[4,5,6]}'],
    ['too few values', '{"ts":1,"v":[1,2]}'],
    ['too many values', '{"ts":1,"v":[1,2,3,4]}'],
    ['a word among the values', '{"ts":1,"v":[1,"2",3]}'],
    ['true among the values', '{"ts":1,"v":[1,true,3]}'],
    ['an exponent', '{"ts":1,"v":[1e3,2,3]}'],
    ['more digits than are exact', '{"ts":1,"v":[0.1234567890123456,2,3]}'],
    ['a number that JSON does not know', '{"ts":1,"v":[01,2,3]}'],
    ['a point without digits', '{"ts":1,"v":[1.,2,3]}'],
    ['a minus alone', '{"ts":1,"v":[-,2,3]}'],
    ['bare NaN', '{"ts":1,"v":[NaN,2,3]}'],
    ['an alarm that v does not have', '{"ts":1,"v":[1,2,3],"alarm":[3]}'],
    ['an alarm after the texts', '{"ts":1,"v":[1,2,3],"status":{"0":"Alarm"},"alarm":[1]}'],
    ['texts out of order', '{"ts":1,"v":[1,2,3],"state":{"1":"a","0":"b"}}'],
    ['an escape', '{"ts":1,"v":[1,2,3],"state":{"0":"\\u0041"}}'],
    ['more than ASCII', '{"ts":1,"v":[1,2,3],"state":{"0":"Schräg"}}'],
    ['a word that is neither true nor false', '{"ts":1,"v":[1,2,3],"historical":1}'],
    ['half of a word', '{"ts":1,"v":[1,2,3],"historical":tru}'],
    ['more than a word', '{"ts":1,"v":[1,2,3],"historical":truest}'],
    ['history twice', '{"ts":1,"v":[1,2,3],"historical":true,"historical":false}'],
    ['a ts from before all time', '{"ts":-1,"v":[1,2,3]}'],
    ['a list of values without its end', '{"ts":1,"v":[1,2,3'],
    ['a comma at the end', '[{"ts":1,"v":[1,2,3]},]'],
    ['something behind it', '{"ts":1,"v":[1,2,3]} x'],
    ['a list that does not end', '[{"ts":1,"v":[1,2,3]}'],
    ['a list of nothing', '[]'],
  ])('leaves to the decoder of all JSON: %s', (_, text) => {
    expect(scan(text)).toBeNull();
  });

  it.each([
    ['one frame', '{"ts":1763000000000,"seq":7,"v":[41.5,0,-3.25]}'],
    ['its parts in any order', '{"v":[1,2,3],"boot":2,"seq":0,"ts":1}'],
    ['no value', '{"ts":1,"v":[null,2,null]}'],
    ['minus zero', '{"ts":1,"v":[-0,-0.0,0.0]}'],
    ['fractions where whole numbers are meant', '{"ts":1.9,"seq":1.5,"boot":0.5,"v":[1,2,3]}'],
    ['fifteen digits', '{"ts":1,"v":[123456789.012345,0.00000000000001,999999999999999]}'],
    ['alarms and texts', '{"ts":1,"v":[1,2,3],"alarm":[2,0],"status":{"1":"Alarm"},"state":{"0":"a","2":"b c"}}'],
    ['no alarms and no texts', '{"ts":1,"v":[1,2,3],"alarm":[],"status":{},"state":{}}'],
    ['a blank behind each comma', '{"ts": 1, "v": [1.5, -2, 0.25], "alarm": [1, 2]}'],
    ['two blanks, and none', '{"ts":1,"v":[1.5,  -2,0.25]}'],
    ['history', '{"ts":1,"historical":true,"v":[1,2,3]}'],
    ['what is no history', '{"ts":1,"v":[1,2,3],"historical": false }'],
    ['blanks', ' [ { "ts" : 1 ,\n\t"v" : [ 1 , 2 , 3 ] } , {"ts": 2, "v": [4, 5, 6]} ]\r\n'],
  ])('reads what the decoder of all JSON reads: %s', (_, text) => {
    expect(scan(text)).not.toBeNull();
    expect(scan(text)).toEqual(slow(text));
  });

  it('always agrees with the general JSON decoder', () => {
    const odd = fc.oneof(compacts, arrays).map((json) => JSON.stringify(json) ?? '');
    const texts = fc.oneof(
      plainCompacts,
      odd,
      bytes.map((raw) => Buffer.from(raw).toString('utf8')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const scanned = scan(text);
        if (scanned) expect(scanned).toEqual(slow(text));
      }),
      { numRuns: 3_000 },
    );
  });
});
