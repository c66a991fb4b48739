// A separate program for the proof time-machine: reads CSV exports as a stranger would, shares no code with the portal,
// and prints what each sensor of each machine showed at each moment. `node _state-of-csv.ts FOLDER`: FOLDER holds
// `questions.json` and one CSV file for each question and device.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A moment, and the sensors of each machine as `device.group.sensor`. */
export interface Question {
  readonly at: number;
  readonly machines: Readonly<Record<string, readonly string[]>>;
}

/** What a machine showed. */
export interface MachineState {
  readonly inAlarm: boolean;
  /** For each sensor its number or its state, and whether it was in alarm; null: nothing had arrived. */
  readonly sensors: Readonly<Record<string, string | null>>;
}

type Row = Readonly<Record<string, string>>;

const cell = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;
const cellsOf = (line: string): string[] =>
  [...line.matchAll(cell)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');

/** The last row of each sensor until a moment. */
function newestRows(file: string, at: number): Map<string, Row> {
  const [head = '', ...lines] = readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
  const columns = cellsOf(head);
  const newest = new Map<string, Row>();
  for (const line of lines) {
    const cells = cellsOf(line);
    const row = Object.fromEntries(columns.map((name, place) => [name, cells[place] ?? '']));
    if (Date.parse(row.time ?? '') <= at && row.value !== '') newest.set(row.sensor_id ?? '', row);
  }
  return newest;
}

/** Contacts are 1 and -1 beside the state that people read; a number may have a state too, such as why it is in alarm. */
const wordOf = (row: Row | undefined): string | null => {
  if (row === undefined) return null;
  const { value = '', units = '', state = '', alarm } = row;
  const isContact = units === '' && state !== '' && Math.abs(Number(value)) === 1;
  const word = isContact ? state : [Number(value), state].filter((part) => part !== '').join(' ');
  return alarm === 'true' ? `${word} ALARM` : word;
};

const folder = process.argv[2];
if (folder !== undefined) {
  const questions: readonly Question[] = JSON.parse(readFileSync(join(folder, 'questions.json'), 'utf8'));
  const answers = questions.map(({ at, machines }, index) => {
    const files = new Map<string, Map<string, Row>>();
    const rowsOf = (device: string): Map<string, Row> => {
      const known = files.get(device) ?? newestRows(join(folder, `${index}-${device}.csv`), at);
      files.set(device, known);
      return known;
    };
    return Object.fromEntries(
      Object.entries(machines).map(([machine, paths]): [string, MachineState] => {
        const rows = paths.map((path) => rowsOf(path.split('.')[0] ?? '').get(path));
        return [
          machine,
          {
            inAlarm: rows.some((row) => row?.alarm === 'true'),
            sensors: Object.fromEntries(paths.map((path, place) => [path, wordOf(rows[place])])),
          },
        ];
      }),
    );
  });
  process.stdout.write(JSON.stringify(answers));
}
