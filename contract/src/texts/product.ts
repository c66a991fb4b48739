import { defineTexts } from './define-texts.ts';

/** Sentences about the product as a whole, printed in mails and PDFs. */
export const texts = defineTexts('product', {
  notSafety: 'Tocsin only displays system status; it is not a safety system.',
  notSafetyPlant: 'Tocsin displays the state of your plant. It is not a safety system.',
  missingSigns: 'Characters that this document has no font for are printed as ?.',
  page: (page: number, pages: number): string => `Page ${page} of ${pages}`,
});
