import { type Logger, pino } from 'pino';

/** Structured logging: one JSON object per line on stdout. Never put a token, a code or a password into a field. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
type Fields = Readonly<Record<string, unknown>>;

export interface Log {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
  /** A log that adds these fields to every entry. */
  with(fields: Fields): Log;
}

/** Creates a log that writes JSON lines of the fields `level`, `time` (ISO), those of the entry and `message`. */
export function createLog(level: LogLevel, write: (line: string) => void = writeToStdout): Log {
  const options = {
    level,
    // Neither process id nor host name: whatever collects the lines knows both.
    base: null,
    messageKey: 'message',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: withPlainErrors,
    },
    // pino would write errors of the field `err` in its own way.
    serializers: { err: (error: unknown) => error },
  };
  return logOf(pino(options, { write }));
}

/** Messages come first in our entries; pino takes the fields first. */
const logOf = (logger: Logger): Log => ({
  debug: (message, fields) => logger.debug(fields ?? {}, message),
  info: (message, fields) => logger.info(fields ?? {}, message),
  warn: (message, fields) => logger.warn(fields ?? {}, message),
  error: (message, fields) => logger.error(fields ?? {}, message),
  with: (fields) => logOf(logger.child(fields)),
});

/** pino's own writer would bypass the standard output that a worker thread passes to its process. */
function writeToStdout(line: string): void {
  process.stdout.write(line);
}

/** JSON.stringify drops the properties of errors, whatever their field is called. */
function withPlainErrors(fields: Record<string, unknown>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    plain[key] = value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value;
  }
  return plain;
}
