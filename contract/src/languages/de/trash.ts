import type { texts as English } from '../../texts/trash.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  back: 'OEM-Einstellungen',
  title: 'Entfernt',
  about: 'Wiederherstellen bringt auch zurück, was mit entfernt wurde. Nach 30 Tagen wird der Verlauf gelöscht.',
  kinds: { clients: 'Kunden', sites: 'Standorte', devices: 'Geräte' },
  name: 'NAME',
  of: 'VON',
  at: 'ENTFERNT',
  left: 'NOCH',
  days: (days) => counted(days, { one: 'Tag', other: 'Tage' }),
  restore: 'Wiederherstellen',
  restored: (name) => `${name} wiederhergestellt`,
  empty: 'In den letzten 30 Tagen wurde nichts entfernt',
  failed: 'Ein Fehler ist aufgetreten, bitte versuchen Sie es erneut!',
};
