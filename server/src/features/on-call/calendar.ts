/** One duty as an event of a calendar. */
export interface CalendarDuty {
  /** Stays the same while the duty does. */
  readonly uid: string;
  /** Half-open, unix ms. */
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly place: string;
  readonly about: string;
}

/** Most octets of a line without its end (RFC 5545, 3.1). */
const maxOctets = 75;

/** A text value (RFC 5545, 3.3.11): backslash, semicolon, comma and line ends are escaped, control characters left out. */
export const escapeText = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/;/g, '\\;')
    .replace(/,/g, '\\,')
    .replace(/\r\n|\r|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are not allowed in a calendar.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

/** Folds a line at 75 octets, never within a character; a continuation begins with a space. */
export function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (octets + length > maxOctets) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += character;
    octets += length;
  }
  lines.push(current);
  return lines.join('\r\n');
}

/** `20261123T120000Z` */
const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Duties as an iCalendar object (RFC 5545) in UTC. */
export function calendarOf(name: string, duties: readonly CalendarDuty[], now: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tocsin//On call//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...duties.flatMap((duty) => [
      'BEGIN:VEVENT',
      `UID:${duty.uid}`,
      `DTSTAMP:${utc(now)}`,
      `DTSTART:${utc(duty.from)}`,
      `DTEND:${utc(duty.to)}`,
      `SUMMARY:${escapeText(duty.title)}`,
      `LOCATION:${escapeText(duty.place)}`,
      `DESCRIPTION:${escapeText(duty.about)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
