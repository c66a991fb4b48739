import { defineTexts } from './define-texts.ts';

/** The steps of the tour for newcomers. */
export const texts = defineTexts('tour', {
  where: {
    title: 'Where you are',
    text: 'Client, site and device. All pages are about what you pick here; every browser tab keeps its own pick.',
  },
  age: {
    title: 'Every value has its age',
    text: 'The dashboard shows a device live. Beside each value stands how old it is; an old one turns grey. Trust the age, not the number alone.',
  },
  graphs: {
    title: 'How it came to this',
    text: 'Graphs go from the last ten minutes to thirty days. Red bands are alarms, hatched spans are times in which nothing was heard.',
  },
  bell: {
    title: 'Alarms',
    text: 'The number is what stands now. An alarm also puts a red line above every page. Acknowledge it there, so that the others see who is on it.',
  },
  sites: {
    title: 'Set it up',
    text: 'Sites hold devices and people. Add a device with the serial number and code that stand on it, then people with what they may do.',
  },
  plant: {
    title: 'Your plant as a drawing',
    text: 'Draw machines, bind their sensors, publish. Then everybody sees at a glance where something is wrong.',
  },
  help: {
    title: 'When you are stuck',
    text: 'The question mark explains the page you are on; on a phone it is under More. This tour can be seen again from there.',
  },
});
