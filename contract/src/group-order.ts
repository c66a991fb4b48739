/** The display order of sensor groups; other groups follow by id. */
export const groupOrder: readonly string[] = [
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

/** A group's position in the display order; groups outside it share the last one. */
export const groupPlace = (name: string): number => {
  const at = groupOrder.indexOf(name);
  return at === -1 ? groupOrder.length : at;
};
