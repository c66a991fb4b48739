/** Words that dashboard, graphs and history share. */
export const texts = {
  search: 'SEARCH',
  date: 'Date',
  time: 'Time',
  pickTime: 'Please select time before!',
  pickDate: 'Please select date before!',
  setting: 'Setting',
} as const;
