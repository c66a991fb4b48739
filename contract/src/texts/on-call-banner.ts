import { defineTexts } from './define-texts.ts';

export const texts = defineTexts('on-call-banner', {
  nobody: 'Nobody on call',
  since: (title: string, at: string): string => `${title}, since ${at}`,
  more: (count: number): string => `and ${count} more`,
  show: 'Show',
});
