import type { texts as English } from '../../texts/notes.ts';

export const texts: typeof English = {
  around: (span) => `Notes à ${span} de cet instant`,
  wholeSite: 'Tout le site',
  about: (device, sensor) => `${device}, ${sensor}`,
};
