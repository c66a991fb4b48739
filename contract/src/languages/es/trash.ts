import type { texts as English } from '../../texts/trash.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  back: 'Configuración OEM',
  title: 'Eliminados',
  about: 'Al restaurar también vuelve lo que se eliminó junto con ello. Después de 30 días se borra el historial.',
  kinds: { clients: 'Clientes', sites: 'Sitios', devices: 'Dispositivos' },
  name: 'NOMBRE',
  of: 'DE',
  at: 'ELIMINADO',
  left: 'QUEDAN',
  days: (days) => counted(days, { one: 'día', other: 'días' }),
  restore: 'Restaurar',
  restored: (name) => `Restaurado: ${name}`,
  empty: 'No se eliminó nada en los últimos 30 días',
  failed: 'Ocurrió un error. Intente de nuevo.',
};
