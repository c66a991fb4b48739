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

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** Creates a log that writes JSON lines; bound fields are in each. */
export function createLog(level: LogLevel, write: (line: string) => void = defaultWrite, bound: Fields = {}): Log {
  const least = levels.indexOf(level);
  const at = (name: LogLevel) => {
    if (levels.indexOf(name) < least) return () => {};
    return (message: string, fields?: Fields) =>
      write(JSON.stringify({ time: new Date().toISOString(), level: name, message, ...bound, ...plain(fields) }));
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => createLog(level, write, { ...bound, ...fields }),
  };
}

function defaultWrite(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** JSON.stringify drops the properties of errors. */
function plain(fields: Fields | undefined): Fields | undefined {
  if (!fields) return fields;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    out[key] = value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value;
  }
  return out;
}
