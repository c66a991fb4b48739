import type { texts as English } from '../../texts/notes.ts';

export const texts: typeof English = {
  around: (span) => `Notas ${span} antes y después de este momento`,
  wholeSite: 'Todo el sitio',
  about: (device, sensor) => `${device}, ${sensor}`,
};
