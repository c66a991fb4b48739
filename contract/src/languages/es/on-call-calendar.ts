import type { texts as English } from '../../texts/on-call-calendar.ts';

export const texts: typeof English = {
  name: 'De guardia',
  summary: (rotation) => `De guardia: ${rotation}`,
  turn: 'Su guardia en la rotación.',
  override: 'Su reemplazo.',
  heading: 'Calendario de sus guardias',
  about:
    'Una dirección secreta con la que un programa de calendario lee cuándo está usted de guardia. Quien la tenga puede leer sus guardias.',
  make: 'Crear una dirección',
  again: 'Crear otra dirección',
  revoke: 'Revocar',
  revoked: 'La dirección está revocada.',
  made: (at) => `Creada ${at}`,
  used: (at) => `última lectura ${at}`,
  unused: 'aún no leída',
  once: 'Cópiela ahora: se muestra una sola vez. Reemplaza a la dirección anterior.',
  address: 'Dirección de su calendario',
  copy: 'Copiar',
  copied: 'Copiada',
};
