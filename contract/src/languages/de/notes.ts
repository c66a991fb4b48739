import type { texts as English } from '../../texts/notes.ts';

export const texts: typeof English = {
  around: (span) => `Notizen ${span} um diese Zeit`,
  wholeSite: 'Ganzer Standort',
  about: (device, sensor) => `${device}, ${sensor}`,
};
