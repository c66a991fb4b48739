import type { texts as English } from '../../texts/analytics.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  title: 'Auswertung',
  sites: 'Standorte',
  devices: 'Geräte',
  pickDevice: 'Bitte zuerst ein Gerät wählen!',
  selectDate: 'Datum wählen!',
  noData: 'Keine Daten vorhanden!',
  failed: 'Ein Fehler ist aufgetreten, bitte versuchen Sie es erneut!',
  notAllowed: 'Sie dürfen die Auswertung dieses Geräts nicht sehen.',
  notThisType: 'Die drei Berichte sind für Geräte F500, WDC4 und F500 UDF.',
  from: 'Von',
  to: 'Bis',
  filter: 'Filter',
  tools: 'Tage und Filter',
  filters: {
    is_out_of_service: {
      label: 'Außer Betrieb',
      true: 'Nur außer Betrieb',
      false: 'In Betrieb',
    },
    is_shelved: {
      label: 'Zurückgestellt',
      true: 'Nur zurückgestellt',
      false: 'Nicht zurückgestellt',
    },
    is_acknowledged: {
      label: 'Quittiert',
      true: 'Nur quittiert',
      false: 'Nicht quittiert',
    },
  },
  toLog: 'Diese Ereignisse im Protokoll',
  toGraph: (sensor) => `Diagramm von ${sensor}`,
  totalBefore: (count, days, from, to) =>
    `${count} ${days === 1 ? 'am Tag' : `in den ${days} Tagen`} davor (${from} bis ${to})`,
  generate: 'Bericht erstellen',
  csv: 'CSV',
  tabs: {
    month: 'Der Monat',
    sensor: 'Alarme nach Sensor',
    time: 'Alarme nach Tageszeit',
    type: 'Arten der Alarme',
    bad: 'Häufige Verursacher',
  },
  underspeed: 'Unterdrehzahlalarm',
  contact: 'Kontakt geändert',
  columns: {
    means: 'Was es bedeutet',
    sensor: 'Sensor',
    count: 'Alarme und Warnungen',
    share: 'Anteil',
    priority: 'Priorität',
    hour: 'Stunde',
    type: 'Art',
    device: 'Gerät',
    id: 'Id',
    from: 'Von',
    lasted: 'Dauer',
    peak: 'Höchstens in 10 min',
    content: 'Inhalt',
    since: 'Seit',
    sensors: 'Sensoren',
    first: 'Begann mit',
    changed: 'Regeln geändert',
    over: 'Gezählt',
    before: 'Vorher',
    after: 'Nachher',
    perWindow: 'Alarme in 10 min',
    windows: 'Häufigkeit',
    shift: 'Schicht',
    unacknowledged: 'Nicht quittiert',
    median: 'Hälfte innerhalb',
    slow: 'Neun von zehn innerhalb',
  },
  total: (count) => `${counted(count, { one: 'Alarm', other: 'Alarme' })} und Warnungen, ohne Tests`,
  hour: (name) => `${name}:00`,
  zone: (zone) => `Tage und Stunden von ${zone}`,
  more: (count) => `Das Diagramm zeigt die ersten ${count}, die Tabelle alle.`,
  month: {
    against: (days) => `gegen ${days}`,
    earlier: 'Monat davor',
    later: 'Monat danach',
    flood: (day, count, span) => `${day}: Flut, ${count} in ${span}`,
    figures: {
      alarms: 'Alarme',
      minutes: 'Minuten in Alarm',
      floods: 'Fluten',
      answer: 'Zeit bis zur Quittierung',
      warnings: 'Warnungen',
    },
    same: 'wie davor',
    more: (n, before) => `${n} mehr als ${before} davor`,
    fewer: (n, before) => `${n} weniger als ${before} davor`,
    before: (n) => `davor ${n}`,
    days: 'Alarme und Warnungen je Tag',
    means: {
      none: 'keine in diesen Tagen',
      each: (span) => `${span} je Alarm`,
      noFlood: 'nie 10 in zehn Minuten',
      flood: 'mehr, als eine Person bearbeiten kann',
      goal: (within, of, others) => {
        const some = within === 0 ? 'keiner' : `nur ${within}`;
        const text =
          within === of
            ? `alle ${of} innerhalb ihrer Reaktionszeit`
            : `${some} von ${of} innerhalb ihrer Reaktionszeit`;
        return others > 0 ? `${text}; ${others} weitere hatten keine oder haben noch Zeit` : text;
      },
      noGoal: 'noch kein Alarm mit Reaktionszeit ist quittiert oder überfällig',
      most: (count, sensor) => `${count} davon von ${sensor}`,
    },
    noneBefore: 'kein Alarm und keine Warnung in den Tagen davor aufgezeichnet',
    legend: { now: 'jetzt', before: 'davor' },
    shifts: 'Zeit bis zur Quittierung je Schicht, die Hälfte binnen',
    target: (span) => `Reaktionszeit: ${span}`,
    made: (some, part, all) =>
      `${counted(some, { one: 'Sensor verursachte', other: 'Sensoren verursachten' })} ${part} von ${all} Warnungen`,
    advice: 'Bessere Einstellungen, an den letzten 30 Tagen erprobt:',
    nobody: 'niemand hat quittiert',
    asked: (asked, others) =>
      `${asked} mussten quittiert werden; ${others} ${others === 1 ? 'weiterer' : 'weitere'} nicht.`,
  },
  bad: {
    scope: 'Umfang',
    device: 'Dieses Gerät',
    site: 'Der ganze Standort',
    rate: (total, days) => `${total} Alarme und Warnungen in ${counted(days, { one: 'Tag', other: 'Tagen' })}`,
    perDay: (count, isTooMany) =>
      `${count} am Tag, ${isTooMany ? 'mehr' : 'nicht mehr'}, als eine Person bearbeiten kann`,
    stands: 'steht noch an',
    none: 'Keine in diesem Zeitraum:',
    counting: 'Frühere Messwerte werden noch eingelesen: Diese Zahlen können wachsen.',
    hours: (hours) => (hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d ${hours % 24} h`),
    priority: {
      title: 'Nach Priorität',
      about: 'Wie dringend die Alarme und Warnungen waren, nach der bei ihrem Beginn gespeicherten Priorität.',
      todo: 'EEMUA 191 empfiehlt etwa 5 % hoch, 15 % mittel und 80 % niedrig. Wo die meisten Alarme dringend sind, ist es keiner: Geben Sie Regeln und Sensoren eine Priorität nach ihrer Folge.',
    },
    shelved: (count) => `${count} davon waren zurückgestellt.`,
    outOfService: (count) => `${count} begannen während einer Außerbetriebnahme.`,
    rates: {
      title: 'Alarme in zehn Minuten',
      about: 'Wie viele Alarme und Warnungen in jeweils zehn Minuten des gezeigten Zeitraums begannen.',
      todo: 'Eine Person kann einen Alarm in zehn Minuten bearbeiten, zwei für eine Weile und keinen einer Flut (EEMUA 191). ISA-18.2 verlangt weniger als 1 % der Zeit in Alarmfluten.',
      steps: (least, most) => {
        if (most === null) return `${least} oder mehr (Flut)`;
        return least === most ? String(least) : `${least} bis ${most}`;
      },
    },
    answers: {
      title: 'Zeit bis zur Quittierung',
      about: 'Nach der Schicht, in der ein Alarm begann, für die, die quittiert werden müssen.',
      todo: 'Wo eine Schicht viel länger braucht, fragen Sie, was ihre Leute daran hindert, Alarme zu sehen: zu viele davon, keine Anzeige, niemand vor Ort.',
      shift: (from, to) => `${from} bis ${to}`,
    },
    verdict: {
      few: (count) => `Nur ${count} in diesem Zeitraum: zu wenig für ein Urteil`,
      stands: (time) => `Steht seit ${time} an: reparieren oder außer Betrieb nehmen`,
      chatters: (peak) => `Flattert, bis zu ${peak} in 10 min: Kontakt, Kabel und Befestigung prüfen`,
      warnings: (count) =>
        `${counted(count, { one: 'Warnung', other: 'Warnungen' })} einer Regel: Grenze und Verzögerung prüfen`,
      alarms: 'Alarme der Steuerung: zuerst die Ursache an der Maschine suchen',
      both: (alarms, warnings) =>
        `${counted(alarms, { one: 'Alarm', other: 'Alarme' })} der Steuerung und ${counted(warnings, { one: 'Warnung', other: 'Warnungen' })}: zuerst die Ursache an der Maschine suchen`,
    },
    next: { cause: 'Diagramm ansehen', limit: 'Grenze im Diagramm erproben' },
    frequent: {
      title: 'Am häufigsten',
      nobodyStandsOut: (most) => `Keiner fällt auf: Kein Sensor hat mehr als ${most}.`,
      ones: (names) => `Je einmal: ${names}`,
      about: (sensors, share) =>
        `${sensors === 1 ? 'Der erste Sensor verursachte' : `Die ersten ${sensors} Sensoren verursachten`} ${share} % aller Alarme und Warnungen: Beginnen Sie dort.`,
    },
    advice: {
      title: 'Einstellungen, die geholfen hätten',
      about:
        'Für die Warnungen oben: Totband und Verzögerung, die am meisten beruhigen, ohne eine wichtige zu verlieren, erprobt an den letzten 30 Tagen.',
      todo: 'Sehen Sie zuerst die Maschine an. Eine Einstellung, die einen losen Kontakt verdeckt, verdeckt auch den nächsten Fehler.',
      waiting: 'Wartet',
      trying: (percent) => `Wird am Verlauf erprobt: ${percent} %`,
      none: 'Kein Totband und keine Verzögerung halbiert die Warnungen, ohne eine wichtige zu verlieren.',
      tooLively: 'Zu viele Änderungen in diesem Zeitraum, um eine Einstellung vorzuschlagen.',
      fewer: 'wenige Warnungen, keine andere Einstellung ist nötig.',
      gone: 'Die Regel wurde inzwischen geändert.',
      again: 'Erneut versuchen',
      look: 'Bessere Einstellung ansehen',
      warnings: (n) => counted(n, { one: 'Warnung', other: 'Warnungen' }),
      tried: 'Erprobt',
      inDays: (text, days) => `In den letzten ${days}: ${text}`,
      applied: 'Übernommen',
      dialog: 'Diese Regel ändern?',
      setting: 'Einstellung',
      now: 'Jetzt',
      after: 'Danach',
      deadband: 'Totband',
      delay: 'Mindestens',
      apply: 'Übernehmen',
    },
    changes: {
      title: 'Vor und nach einer Änderung',
      about:
        'Alarme eines Sensors in gleich langen Zeiträumen vor und nach einer Änderung seiner Warnregeln, je bis zu 7 Tage.',
      todo: 'Wo eine Änderung half, übertragen Sie sie auf gleiche Maschinen. Wo nicht, nehmen Sie sie zurück.',
      over: (hours) => {
        if (hours < 1) return 'je weniger als 1 h';
        return hours < 48 ? `je ${hours} h` : `je ${Math.round(hours / 24)} Tage`;
      },
    },
    flood: (share) => `${share} % der Zeit in Alarmfluten.`,
    chattering: {
      title: 'Flatteralarme',
      about: 'Mehr als 5 Alarme eines Sensors in 10 Minuten.',
      todo: 'Prüfen Sie Kontakt, Kabel und Befestigung des Sensors. Geben Sie der Warnung eine Verzögerung oder eine Grenze, die weiter vom üblichen Wert entfernt ist. Einem flatternden Alarm glaubt bald niemand mehr.',
    },
    standing: {
      title: 'Daueralarme',
      about: 'Länger als 24 Stunden in Alarm oder Warnung.',
      todo: 'Beheben Sie, was er meldet, oder deaktivieren Sie den Sensor, wenn die Maschine außer Betrieb ist, und halten Sie fest, wer das entschieden hat. Ein Alarm, der immer ansteht, verdeckt den nächsten.',
    },
    floods: {
      title: 'Alarmfluten',
      about: '10 oder mehr Alarme innerhalb von 10 Minuten.',
      todo: 'Suchen Sie die eine Ursache hinter der Flut: eine ausgefallene Stromversorgung, ein Umgebungssensor, eine stehende Maschine. Einigen Sie sich, welcher Alarm sie meldet, und entfernen Sie die, die ihn nur wiederholen.',
    },
  },
};
