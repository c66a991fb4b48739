/** The display order of sensor groups (monitoring.md 3); others follow by id (decisions.md 9). */
const order: readonly string[] = [
  'System',
  'Speed',
  'Alignment:Head',
  'Alignment:Tail',
  'Temperature',
  'Plug',
  'Pulley',
  'Expansion Card 1',
  'Expansion Card 2',
  'NTC',
  'Pulse',
  'CLI',
  'Analog',
  'Digital',
];

const place = (name: string): number => {
  const at = order.indexOf(name);
  return at === -1 ? order.length : at;
};

export const byId = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

export const byGroup = (
  a: { readonly id: string; readonly name: string },
  b: { readonly id: string; readonly name: string },
): number => place(a.name) - place(b.name) || byId(a.id, b.id);
