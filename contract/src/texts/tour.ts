import { defineTexts } from './define-texts.ts';

/** The steps of the tour for newcomers. */
export const texts = defineTexts('tour', {
  where: {
    title: 'Where you are',
    text: 'Client, site and device. Every page shows what you select here, and each browser tab keeps its own selection.',
  },
  age: {
    title: 'Every value has its age',
    text: 'The dashboard shows a device live, with the age of each value beside it. A value that is too old turns grey. Read the age before you trust the number.',
  },
  graphs: {
    title: 'How it came to this',
    text: 'Graphs reach from the last ten minutes to thirty days and beyond. Red bands are alarms; in hatched spans nothing was received.',
  },
  bell: {
    title: 'Alarms',
    text: 'The number counts what is active now. An alarm also puts a red line above every page. Acknowledge it there, so that others see who is dealing with it. One that cleared unseen stays in the log until somebody does.',
  },
  reach: {
    title: 'Who is notified',
    text: 'On call shows who is notified of an alarm, and who is next if nobody acknowledges it. Under My notifications in your own menu, add your phone or this browser and test them.',
  },
  protection: {
    title: 'What does not protect now',
    text: 'Everything that would not warn you at this moment: shelved, out of service, offline, overdue for its proof test or suspected dead. The number is how many.',
  },
  sites: {
    title: 'Set it up',
    text: 'A site has devices and people. Add a device by the serial number and code on its label, then add people and choose what each may do.',
  },
  plant: {
    title: 'Your plant as a drawing',
    text: 'Draw the machines, bind their sensors and publish the drawing. Everybody then sees at a glance where something is wrong, now or at any moment in the past.',
  },
  help: {
    title: 'When you are stuck',
    text: 'The question mark explains the page you are on; on a phone it is under More. You can start this tour again from there.',
  },
});
