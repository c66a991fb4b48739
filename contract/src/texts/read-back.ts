type Form = string | ((...values: never[]) => string);
/** Texts and text functions of a catalogue, by name. */
export type Forms = Readonly<Record<string, Form>>;

const marks = ['\u0001', '\u0002', '\u0003'];
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A form with values that were read; a number is taken as its digits. */
export const written = (form: Form | undefined, values: readonly string[]): string =>
  typeof form === 'function' ? form(...(values as never[])) : (form ?? '');

/** Reads an English text as one of the forms of a catalogue: the form's name and the values in it, at most three. */
export function formsReader(
  english: Forms,
): (text: string) => { readonly name: string; readonly values: readonly string[] } | null {
  const patterns = Object.entries(english).flatMap(([name, form]) => {
    // Beside the form of any values one for each value that is 1, whose word is singular.
    const given = typeof form === 'string' ? [marks] : [marks, ...marks.map((_, i) => marks.with(i, '1'))];
    return given.map((values) => {
      const whole = escaped(written(form, values));
      const pattern = marks.reduce((text, mark) => text.replace(mark, '(.+?)'), whole);
      return { name, values, pattern: new RegExp(`^${pattern}$`, 'u'), literal: whole.length };
    });
  });
  patterns.sort((a, b) => b.literal - a.literal);
  return (text) => {
    for (const { name, values, pattern } of patterns) {
      const found = pattern.exec(text)?.slice(1);
      if (found) return { name, values: values.map((value) => (value === '1' ? value : (found.shift() ?? ''))) };
    }
    return null;
  };
}

/** A text that the server wrote in English, in the language of the page; unknown ones stay as they are. */
export function readBack(english: Forms, shown: Forms): (text: string) => string {
  const read = formsReader(english);
  return (text) => {
    const found = read(text);
    return found === null ? text : written(shown[found.name], found.values);
  };
}
