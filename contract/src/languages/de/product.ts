import type { texts as English } from '../../texts/product.ts';

export const texts: typeof English = {
  notSafety: 'Tocsin zeigt nur den Zustand des Systems an; es ist kein Sicherheitssystem.',
  notSafetyPlant: 'Tocsin zeigt den Zustand Ihrer Anlage an. Es ist kein Sicherheitssystem.',
  missingSigns: 'Zeichen, für die dieses Dokument keine Schrift hat, sind als ? gedruckt.',
  page: (page, pages) => `Seite ${page} von ${pages}`,
};
