import { searchText } from '@tocsin/contract/search-text';
import type { Machine } from '../canvas/tab.ts';

const most = 8;
const words = (text: string): readonly string[] =>
  searchText(text)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Machines whose name, area or sensor names contain all words of a text; names that begin with the text come first. */
export function findMachines(
  machines: readonly Machine[],
  sensorName: (path: string) => string | undefined,
  query: string,
): readonly Machine[] {
  const wanted = words(query);
  const [first] = wanted;
  if (first === undefined) return [];
  const ranked = machines.flatMap((machine) => {
    const name = searchText(machine.name);
    const all = searchText(
      [name, machine.area, ...machine.bindings.map(({ sensor }) => sensorName(sensor) ?? '')].join(' '),
    );
    if (!wanted.every((word) => all.includes(word))) return [];
    const rank =
      name === wanted.join(' ')
        ? 0
        : name.startsWith(wanted.join(' '))
          ? 1
          : wanted.every((word) => name.includes(word))
            ? 2
            : 3;
    return [{ machine, rank }];
  });
  const inOrder = new Intl.Collator('en', { numeric: true });
  return ranked
    .sort((a, b) => a.rank - b.rank || inOrder.compare(a.machine.name, b.machine.name))
    .slice(0, most)
    .map(({ machine }) => machine);
}
