import type { texts as English } from '../../texts/client-sign-in.ts';

export const texts: typeof English = {
  title: (company) => `${company} - Inicio de sesión`,
  back: 'Editar cliente',
  failed: 'Ocurrió un error. Intente de nuevo.',
  sessions: {
    title: 'Sesiones',
    about:
      'Límites para las personas de este cliente. A una persona de varios clientes se le aplican los límites más estrictos de todos. No se aplican al personal del portal ni a las pantallas murales.',
    idle: 'Terminar una sesión sin actividad después de (minutos)',
    idleHelp: '5 a 1440. Vacío: después de 24 horas sin ningún uso; una página abierta cuenta como uso.',
    lifetime: 'Terminar toda sesión después de (horas)',
    lifetimeHelp: '1 a 2160. Vacío: después de 90 días.',
    number: 'Sesiones simultáneas de una persona',
    numberHelp: '1 a 100; un nuevo inicio termina la sesión con el uso menos reciente. Vacío: sin límite.',
    save: 'GUARDAR',
    saved: 'Límites de sesión guardados',
  },
};
