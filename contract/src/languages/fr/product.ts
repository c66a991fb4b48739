import type { texts as English } from '../../texts/product.ts';

export const texts: typeof English = {
  notSafety: 'Tocsin affiche seulement l’état du système ; ce n’est pas un système de sécurité.',
  notSafetyPlant: 'Tocsin affiche l’état de votre installation. Ce n’est pas un système de sécurité.',
  missingSigns: 'Les caractères pour lesquels ce document n’a pas de police sont imprimés par ?.',
  page: (page, pages) => `Page ${page} sur ${pages}`,
};
