import { defineTexts } from './define-texts.ts';

export const texts = defineTexts('on-call-mails', {
  leftSubject: (title: string, name: string): string => `${title}: ${name} can no longer be on call`,
  soonSubject: (title: string, from: string): string => `${title}: nobody on call from ${from}`,
  nobodySubject: (title: string): string => `${title}: nobody is on call now`,
  mailOnlySubject: (title: string, name: string): string => `${title}: only e-mail reaches ${name} now`,
  mailOnly: (name: string, title: string, from: string, to: string): string =>
    `Push, SMS and webhooks of ${name} have ended or wait for a confirmation. ${name} is on call by ${title} from ${from} to ${to}.`,
  mailOnlyAsk: 'Ask them to confirm or add a way to be reached, or put somebody else on call.',
  turns: (count: number): string =>
    count === 1
      ? 'One turn in the next four weeks has nobody on call.'
      : `${count} turns in the next four weeks have nobody on call.`,
  span: (title: string, from: string, to: string): string => `${title}, ${from} to ${to}: nobody on call.`,
  button: 'Fill the gap',
  footManagers: 'You get this mail because you manage the site or the client of this rotation.',
  footEmergency: 'You get this mail because you are the emergency contact of this client.',
});
