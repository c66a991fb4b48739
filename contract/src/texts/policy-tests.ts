import { defineTexts } from './define-texts.ts';

/** Live-fire tests of escalation policies: the page On call, messages, mails and refusals. */
export const texts = defineTexts('policy-tests', {
  isRunning: 'A test of this policy is running already.',
  isOver: 'This test is over.',
  what: (policy: string): string => `Test of the escalation policy “${policy}”`,
  everySite: 'Every site',
  noDevice: 'None: this is a test',

  title: 'Live-fire tests',
  titleOf: (policy: string): string => `Live-fire tests of “${policy}”`,
  about: 'The steps run as for an alarm, and every message is marked as a test. Nothing is written to the log.',
  never: 'Never tested',
  tested: 'Tested',
  due: 'Test due',
  running: 'Test running',
  open: 'Tests',
  openOf: (policy: string): string => `Tests of ${policy}`,
  start: 'Start a test',
  starting: (people: string): string => `Start a test of this policy? ${people}`,
  notifies: (steps: number): string =>
    steps === 1 ? 'Its step notifies people now.' : `Its ${steps} steps notify people until somebody acknowledges.`,
  started: 'Test started',
  cancelTest: 'Cancel the test',
  cancelled: 'Test cancelled',
  failed: 'The tests could not be loaded.',
  none: 'No test yet.',
  noRight: 'Managers start tests.',
  states: {
    running: 'Running',
    acknowledged: 'Acknowledged',
    unanswered: 'Nobody acknowledged',
    cancelled: 'Cancelled',
  },
  startedBy: (name: string): string => `started by ${name}`,
  acknowledgedBy: (name: string, after: string): string => `by ${name} after ${after}`,
  cancelledBy: (name: string): string => `by ${name}`,
  policyRemoved: 'the policy was removed',
  details: 'Who was notified',
  close: 'Close',
  more: (count: number): string => `${count} older tests are not shown.`,

  reminder: {
    subject: (count: number): string =>
      count === 1 ? 'An escalation policy is due for a test' : `${count} escalation policies are due for a test`,
    text: 'A policy that nobody has tried for three months may not reach anybody. A test takes minutes: it notifies the people of the policy, and every message says that it is a test.',
    never: 'never tested',
    last: (day: string): string => `last tested on ${day}`,
    button: 'Open On Call',
    foot: 'You get this mail because you manage these sites.',
  },
});
