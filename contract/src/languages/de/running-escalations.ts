import type { texts as English } from '../../texts/running-escalations.ts';
import { joined } from './words.ts';

export const texts: typeof English = {
  title: 'Laufende Eskalationen',
  methods: { email: 'E-Mail', push: 'Benachrichtigung', sms: 'SMS', webhook: 'Webhook' },
  became: {
    pending: 'wartet',
    sending: 'wird gesendet',
    sent: 'gesendet',
    delivered: 'zugestellt',
    opened: 'geöffnet, nicht quittiert',
    acknowledged: 'quittiert',
    failed: 'nicht gesendet',
    cancelled: 'abgebrochen',
  },
  failed: 'Die laufenden Eskalationen konnten nicht geladen werden.',
  states: (state) => {
    if (state === 'used_up') return 'Niemand hat quittiert, und alle Durchgänge sind vorbei';
    return state === 'others' ? 'Quittiert, noch nicht von allen' : 'Niemand hat quittiert';
  },
  showAll: 'Alle zeigen',
  since: (since, span) => `${since} (${span})`,
  steps: (title) => `Stufen von ${title}`,
  policy: (title) => `Regel ${title}`,
  nobodyReached: 'Niemand',
  sparedBy: (policy) => `bereits benachrichtigt durch ${policy}`,
  notBegun: 'noch nicht begonnen',
  nextIn: (names) => `${names} in`,
  now: 'jetzt',
  place: (step, steps) => `Stufe ${step} von ${steps}`,
  round: (round, rounds) => `Durchgang ${round} von ${rounds}`,
  overAt: (time) => `endet um ${time}`,
  acknowledge: 'Quittieren',
  notifyNow: (names) => `${names} jetzt benachrichtigen`,
  notifyNobody: 'Stufe jetzt ausführen',
  notified: (names) => `${names}: Die Stufe läuft jetzt`,
  isOver: 'Diese Stufe ist gelaufen, oder die Eskalation ist beendet.',
  earlier: (count) => (count === 1 ? '1 frühere Stufe' : `${count} frühere Stufen`),
  more: (count) => (count === 1 ? '1 weitere läuft' : `${count} weitere laufen`),
  fewer: 'Weniger zeigen',
  cleared: 'Beendet',
  clearedAfter: (since, span) => `${since}, beendet nach ${span}`,
  and: (names) => joined(names, 'und'),
};
