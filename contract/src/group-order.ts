/** The display order of sensor groups (monitoring.md 3); what is not in it follows by id (decisions.md 9). */
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

/** A group's place in the display order; those that are not in it share the last. */
export const groupPlace = (name: string): number => {
  const at = groupOrder.indexOf(name);
  return at === -1 ? groupOrder.length : at;
};
