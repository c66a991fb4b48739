/** Words that stay as they are after a name: 'Plug OK', 'Motor RUN'. */
const isAbbreviation = (word: string): boolean => word.length > 1 && word === word.toUpperCase();

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The sensor's name without the machine's, and without another word for the machine: 'Bin 3 hatch' of 'Silo 3'. */
function ownName(machine: string, sensor: string): string {
  const whole = new RegExp(`^${escaped(machine.trim())}[\\s:,-]+`, 'i');
  const rest = sensor.replace(whole, '');
  const number = /\d+$/.exec(machine.trim())?.[0];
  const short = number === undefined ? rest : rest.replace(new RegExp(`^\\p{L}+ ${number}[\\s:,-]+`, 'u'), '');
  const name = short.trim();
  return name === '' ? sensor : name.charAt(0).toUpperCase() + name.slice(1);
}

/** A value that names its sensor: 'Hatch closed', 'Speed 98 %'. */
export function readingText(machine: string, sensor: string, value: string, isWord: boolean): string {
  if (value === '') return ownName(machine, sensor);
  const name = sensor === machine ? '' : ownName(machine, sensor);
  if (name === '') return value;
  const said = isWord && !isAbbreviation(value) ? value.charAt(0).toLowerCase() + value.slice(1) : value;
  return `${name} ${said}`;
}
