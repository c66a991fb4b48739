import { describe, expect, it } from 'vitest';
import { createLog, type LogLevel } from './log.ts';

/** A log that keeps its lines, read as JSON. */
function recordedLog(level: LogLevel) {
  const lines: string[] = [];
  const log = createLog(level, (line) => lines.push(line));
  return { log, lines, entries: () => lines.map((line): unknown => JSON.parse(line)) };
}
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('a log', () => {
  it.each(['debug', 'info', 'warn', 'error'] as const)('writes nothing at level %s when it is silent', (level) => {
    const { log, lines } = recordedLog('silent');
    log[level]('anything', { device: 1 });
    expect(lines).toEqual([]);
  });

  it('writes nothing below its level', () => {
    const { log, entries } = recordedLog('warn');
    for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level](`at ${level}`);
    expect(entries()).toEqual([
      { time: isoTime, level: 'warn', message: 'at warn' },
      { time: isoTime, level: 'error', message: 'at error' },
    ]);
  });

  // meets: owasp-asvs-5 V16.2.4, V16.4.1
  it('writes an entry as one line of JSON with its fields, and nothing of its own beside them', () => {
    const { log, lines, entries } = recordedLog('info');
    log.info('100 %s of "it"\nin two lines', { device: 7, none: null, absent: undefined, list: [1], of: { a: 'b' } });
    expect(entries()).toEqual([
      {
        time: isoTime,
        level: 'info',
        message: '100 %s of "it"\nin two lines',
        device: 7,
        none: null,
        list: [1],
        of: { a: 'b' },
      },
    ]);
    expect(lines[0]?.trimEnd()).not.toContain('\n');
  });

  it('writes an error with its name, message and stack, whatever its field is called', () => {
    const { log, entries } = recordedLog('info');
    const error = new TypeError('no such thing');
    const written = { name: 'TypeError', message: 'no such thing', stack: error.stack };
    log.error('It failed', { error, err: error, cause: error });
    expect(entries()).toEqual([
      { time: isoTime, level: 'error', message: 'It failed', error: written, err: written, cause: written },
    ]);
  });

  it('adds bound fields to every entry; an entry’s own field of the same name counts', () => {
    const { log, entries } = recordedLog('info');
    const bound = log.with({ part: 'history' }).with({ thread: 2 });
    bound.info('one');
    bound.warn('two', { part: 'duplicates' });
    log.info('three');
    expect(entries()).toEqual([
      { time: isoTime, level: 'info', message: 'one', part: 'history', thread: 2 },
      { time: isoTime, level: 'warn', message: 'two', part: 'duplicates', thread: 2 },
      { time: isoTime, level: 'info', message: 'three' },
    ]);
  });
});
