import { defineTexts } from './define-texts.ts';

export const texts = defineTexts('notes', {
  around: (span: string): string => `Notes ${span} around this time`,
  wholeSite: 'Whole site',
  about: (device: string, sensor: string): string => `${device}, ${sensor}`,
});
