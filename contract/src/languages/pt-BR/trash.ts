import type { texts as English } from '../../texts/trash.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  back: 'Configurações OEM',
  title: 'Removidos',
  about: 'Restaurar também traz de volta o que foi removido junto. Após 30 dias, o histórico é excluído.',
  kinds: { clients: 'Clientes', sites: 'Locais', devices: 'Dispositivos' },
  name: 'NOME',
  of: 'DE',
  at: 'REMOVIDO',
  left: 'RESTAM',
  days: (days) => counted(days, { one: 'dia', other: 'dias' }),
  restore: 'Restaurar',
  restored: (name) => `${name}: restaurado`,
  empty: 'Nada foi removido nos últimos 30 dias',
  failed: 'Ocorreu um erro. Tente novamente.',
};
