import type { texts as English } from '../../texts/out-of-service.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  outOfService: 'Außer Betrieb',
  noReason: 'kein Grund angegeben',
  review: (when) => `Außer Betrieb, Überprüfung ${when}`,
  more: (n) => `und ${n} weitere`,
  about: (reason, by, until) => `${reason}${by === '' ? '' : `, ${by}`}; Überprüfung ${until}`,
  overdue: (until) => `Überprüfung war fällig ${until}`,
  form: {
    reason: 'Grund',
    reasonMissing: 'Bitte geben Sie den Grund ein',
    tooLong: 'Dieses Feld darf höchstens 1000 Zeichen haben.',
    review: 'Überprüfen am',
    reviewMissing: 'Bitte wählen Sie den Tag der Überprüfung',
    reviewAbout: 'Höchstens 90 Tage voraus. Von da an werden die Manager des Standorts täglich erinnert.',
  },
  sensor: {
    take: 'Außer Betrieb nehmen',
    takeAsk: (device) => `Einen Sensor von ${device} außer Betrieb nehmen?`,
    takeAbout:
      'Seine Ereignisse werden weiter ausgewertet und gespeichert, aber niemand wird benachrichtigt, auch nicht bei Alarmen. Die Abschaltung der Maschine durch das Gerät bleibt wirksam.',
    taken: 'Sensor ist außer Betrieb',
    back: 'Wieder in Betrieb nehmen',
    backAsk: (name) => `${name} wieder in Betrieb nehmen?`,
    backAbout: 'Bei seinen Alarmen wird wieder benachrichtigt, auch bei jedem, der jetzt ansteht.',
    label: 'Sensor',
    pick: 'Bitte wählen Sie Ihren Sensor',
    takeOne: (device) => `Einen Sensor von ${device} außer Betrieb nehmen`,
  },
  returned: 'Wieder in Betrieb',
  pageAbout:
    'Bei ihren Alarmen wird niemand benachrichtigt. Vom Tag der Überprüfung an werden die Manager des Standorts täglich erinnert.',
  extend: 'Verlängern',
  extendAsk: (name) => `Außerbetriebnahme von ${name} verlängern?`,
  extendAbout: 'Geben Sie einen neuen Grund und einen neuen Tag der Überprüfung ein. Es bleibt außer Betrieb.',
  extended: 'Tag der Überprüfung geändert',
  page: {
    title: 'Außer Betrieb',
    empty: 'Nichts ist außer Betrieb.',
    what: 'Was',
    reason: 'Grund',
    by: 'Von',
    review: 'Überprüfung',
    failed: 'Die Liste konnte nicht geladen werden.',
  },
  mail: {
    subject: (site, count) =>
      `${site}: ${counted(count, { one: 'Überprüfung', other: 'Überprüfungen' })} von Außerbetriebnahmen überfällig`,
    text: (site) => `Das Folgende ist an ${site} außer Betrieb, und der Tag der Überprüfung ist vorbei:`,
    fact: (reason, by, day) => `${reason}${by === '' ? '' : ` (${by})`}, Überprüfung war fällig ${day}`,
    todo: 'Bei ihren Alarmen wird niemand benachrichtigt. Nehmen Sie sie wieder in Betrieb, oder verlängern Sie mit einem Grund und einem neuen Tag der Überprüfung.',
    button: 'Liste öffnen',
    foot: (site) => `Sie erhalten diese E-Mail einmal am Tag, weil Sie ${site} verwalten.`,
  },
};
