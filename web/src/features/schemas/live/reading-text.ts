/** Words that keep their upper case after a name: 'Plug OK', 'Motor RUN'. */
const isAbbreviation = (word: string): boolean => word.length > 1 && word === word.toUpperCase();

/** `text` without the prefix `start` and its separator, ignoring case; unchanged if it has no such prefix. */
function without(start: string, text: string): string {
  if (start === '' || !text.toLowerCase().startsWith(start.toLowerCase())) return text;
  const rest = text.slice(start.length);
  const own = rest.replace(/^[\s:,-]+/, '');
  return own.length < rest.length ? own : text;
}

/** The sensor's name without the machine's: 'hatch' of 'Silo 3 hatch', and of 'Bin 3 hatch', at 'Silo 3'. */
function ownName(machine: string, sensor: string): string {
  const rest = without(machine.trim(), sensor);
  const number = machine.match(/\d+/g)?.at(-1);
  const word = /^\p{L}+ /u.exec(rest)?.[0];
  const isNumbered = number !== undefined && machine.trim().endsWith(number);
  const name = (isNumbered && word !== undefined ? without(word + number, rest) : rest).trim();
  return name === '' ? sensor : name.charAt(0).toUpperCase() + name.slice(1);
}

/** A value with its sensor's name: 'Hatch closed', 'Speed 98 %'. */
export function readingText(machine: string, sensor: string, value: string, isWord: boolean): string {
  if (value === '') return ownName(machine, sensor);
  const name = sensor === machine ? '' : ownName(machine, sensor);
  if (name === '') return value;
  const said = isWord && !isAbbreviation(value) ? value.charAt(0).toLowerCase() + value.slice(1) : value;
  return `${name} ${said}`;
}
