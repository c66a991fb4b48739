import { defineTexts } from './define-texts.ts';

/** Texts of the import of readings of the past, on the connect page of a device. */
export const texts = defineTexts('history-import', {
  title: 'Import of the past',
  about: 'For graphs, exports and rehearsal only: imported readings notify nobody and prove no protection.',
  choose: 'Choose a file',
  formats:
    'CSV, one column for each sensor or one line for each value; InfluxDB line protocol; exports of Tocsin. Up to 200 MB.',
  tooLarge: 'The file is larger than 200 MB. The operator can import it on the command line.',
  noLines: 'The file has no lines that can be read.',
  found: (format: string): string => `This is ${format}.`,
  formatNames: {
    wide: 'a CSV file with a column for each sensor',
    long: 'a CSV file with a line for each value',
    'line-protocol': 'InfluxDB line protocol',
  },
  begins: (time: string): string => `It begins at ${time}.`,
  zone: 'Time zone of times that name none',
  sensorOf: (name: string): string => `Sensor of ${name}`,
  leaveOut: 'Leave out',
  import: 'Import',
  progress: (percent: number): string => `${percent} % imported`,
  cancel: 'Stop',
  drop: 'Discard',
  done: (lines: number, stored: number): string => `${lines} lines read, ${stored} moments imported.`,
  doubled: (count: number): string => `${count} moments were there already.`,
  refused: (count: number): string => `${count} lines or values could not be taken:`,
  line: (line: number, text: string): string => `Line ${line}: ${text}`,
});
