import type { texts as English } from '../../texts/notes.ts';

export const texts: typeof English = {
  around: (span) => `Notas ${span} em torno deste momento`,
  wholeSite: 'Local inteiro',
  about: (device, sensor) => `${device}, ${sensor}`,
};
