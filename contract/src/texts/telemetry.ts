import { defineTexts } from './define-texts.ts';
/** Texts shared by dashboard, graphs and history. */
export const texts = defineTexts('telemetry', {
  search: 'SEARCH',
  date: 'Date',
  time: 'Time',
  pickTime: 'Please select time before!',
  pickDate: 'Please select date before!',
  setting: 'Setting',
});
