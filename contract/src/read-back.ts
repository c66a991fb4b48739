type Form = string | ((...values: never[]) => string);
/** Texts and text functions of a catalogue, by name. */
export type Forms = Readonly<Record<string, Form>>;

const marks = ['\ue001', '\ue002', '\ue003'];

/** A form with values that were read; a number is taken as its digits. */
export const written = (form: Form | undefined, values: readonly string[]): string =>
  typeof form === 'function' ? form(...(values as never[])) : (form ?? '');

/**
 * The values that stand in a text for the marks of a form, whose literal parts and marks alternate; null if the text is
 * not of that form. No value is empty.
 */
function valuesIn(text: string, parts: readonly string[], given: readonly string[]): readonly string[] | null {
  const last = parts.at(-1) ?? '';
  if (parts.length === 1) return text === last ? given : null;
  if (!text.startsWith(parts[0] ?? '') || !text.endsWith(last)) return null;
  const values = [...given];
  let at = parts[0]?.length ?? 0;
  for (let i = 1; i < parts.length; i += 2) {
    const next = parts[i + 1] ?? '';
    const end = i + 2 === parts.length ? text.length - last.length : text.indexOf(next, at + 1);
    if (end <= at) return null;
    values[marks.indexOf(parts[i] ?? '')] = text.slice(at, end);
    at = end + next.length;
  }
  return values;
}

/** Reads an English text as one of the forms of a catalogue: the form's name and the values in it, at most three. */
export function formsReader(
  english: Forms,
): (text: string) => { readonly name: string; readonly values: readonly string[] } | null {
  const forms = Object.entries(english).flatMap(([name, form]) => {
    // Beside the form of any values one for each value that is 1, whose word is singular.
    const own = marks.slice(0, form.length);
    const given = typeof form === 'string' ? [[]] : [own, ...own.map((_, i) => own.with(i, '1'))];
    return given.map((values) => {
      const whole = written(form, values);
      return { name, values, length: whole.length, parts: whole.split(/([\ue001-\ue003])/) };
    });
  });
  forms.sort((a, b) => b.length - a.length);
  return (text) => {
    for (const { name, values, parts } of forms) {
      const found = valuesIn(text, parts, values);
      if (found) return { name, values: found };
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
