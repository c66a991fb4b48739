/** Structured logging: one JSON line an entry on stdout. Never put a token, a code or a password into a field. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
type Fields = Readonly<Record<string, unknown>>;

export interface Log {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
  /** A log whose entries all carry these fields. */
  with(fields: Fields): Log;
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** A line of JSON an entry; what is bound stands in each. */
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

/** Errors don't survive JSON.stringify by themselves. */
function plain(fields: Fields | undefined): Fields | undefined {
  if (!fields) return fields;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    out[key] = value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value;
  }
  return out;
}
