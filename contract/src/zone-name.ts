/** English regions whose readers know the names of different zones. */
const regions = ['en-US', 'en-GB', 'en-AU'] as const;
const formats = new Map<string, Intl.DateTimeFormat>();
/** Zones change their name at a quarter of an hour at most. */
const quarterMs = 900_000;
const names = new Map<string, string>();

/**
 * A zone's short name at a time, as readers of a locale know it, else by an English name: 'CST', 'CET'; 'GMT+3' where no
 * region has a name for it.
 */
export function zoneName(at: number, timeZone: string, locale: string = regions[0]): string {
  const key = `${locale} ${timeZone} ${Math.floor(at / quarterMs)}`;
  const known = names.get(key) ?? readName(at, timeZone, locale);
  if (names.size > 2_000) names.clear();
  names.set(key, known);
  return known;
}

function readName(at: number, timeZone: string, locale: string): string {
  const tried = [locale, ...regions].map((region) => {
    const key = `${region} ${timeZone}`;
    const format = formats.get(key) ?? new Intl.DateTimeFormat(region, { timeZone, timeZoneName: 'short' });
    formats.set(key, format);
    return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  });
  return tried.find((name) => !/^(GMT|UTC)[+-\u2212]/.test(name)) ?? tried[0] ?? timeZone;
}
