import { type RoleName, roles } from './world.ts';

export type Outcome = '+' | '1' | '3' | '4';
type Outcomes = Readonly<Record<RoleName, Outcome>>;
export interface Expected {
  readonly about: string;
  readonly own: Outcomes;
  readonly foreign: Outcomes;
}

const isOutcome = (text: string): text is Outcome => ['+', '1', '3', '4'].includes(text);

const outcomesOf = (line: string): Outcomes => {
  const [, ...cells] = line.trim().split(/\s+/);
  if (cells.length !== roles.length || !cells.every(isOutcome))
    throw new Error(`not ${roles.length} outcomes: ${line}`);
  return Object.fromEntries(roles.map((role, i) => [role, cells[i]])) as Outcomes;
};

export const routeKey = (method: string, path: string): string => `${method} ${path.replace(/\/$/, '')}`;
const routeOf = (line: string): string => {
  const [method = '', path = ''] = line.trim().split(/\s+/);
  return routeKey(method, path);
};

export const readRoutes = (text: string): string[] => text.trim().split('\n').map(routeOf);

/** The matrix by route; throws when a route is in two blocks. */
export const readMatrix = (text: string): Map<string, Expected> => {
  const expected = new Map<string, Expected>();
  for (const block of text.trim().split(/\n{2,}/)) {
    const [about = '', own = '', foreign = '', ...routes] = block.trim().split('\n');
    const row = { about: about.replace(/^## /, ''), own: outcomesOf(own), foreign: outcomesOf(foreign) };
    for (const route of routes.map(routeOf)) {
      if (expected.has(route)) throw new Error(`${route} is in the matrix twice`);
      expected.set(route, row);
    }
  }
  return expected;
};
