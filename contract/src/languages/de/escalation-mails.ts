import type { texts as English } from '../../texts/escalation-mails.ts';

export const texts: typeof English = {
  why: (policy, names) =>
    `Dies hat noch niemand quittiert. Die Eskalationsregel „${policy}“ benachrichtigt jetzt ${names.join(', ')}.`,
  whyTest: (policy, names) =>
    `Diesen Test hat noch niemand quittiert. Die Eskalationsregel „${policy}“ benachrichtigt jetzt ${names.join(', ')}.`,
  testSubject: (policy) => `TEST: Eskalationsregel „${policy}“`,
  testNotice:
    'Dies ist ein Test der Eskalationsregel. In Ihrer Anlage ist nichts geschehen. Quittieren Sie ihn wie einen Alarm.',
  subject: (policy) => `Nicht quittiert: Eskalationsregel „${policy}“`,
  notWritten: 'Was geschehen ist, ließ sich nicht in diese E-Mail schreiben. Öffnen Sie Tocsin, um es zu sehen.',
  notReached: (names) => `Nicht benachrichtigt werden konnten: ${names.join(', ')}.`,
  next: (minutes) =>
    minutes === 1
      ? 'Wenn niemand quittiert, folgt in 1 Minute die nächste Stufe.'
      : `Wenn niemand quittiert, folgt in ${minutes} Minuten die nächste Stufe.`,
  button: 'Quittieren',
  linkNote:
    'Die Seite, die sich öffnet, hat eine Schaltfläche; quittiert wird erst, wenn Sie sie drücken. Sie braucht keine Anmeldung, gilt einmal, nur für diese Nachricht und höchstens 24 Stunden. Geben Sie den Link nicht weiter.',
  sentBy: (policy, url) => `Gesendet von der Eskalationsregel „${policy}“: ${url}`,
  nobodyAcknowledged: (policy) =>
    `Alle Stufen der Eskalationsregel „${policy}“ sind durchlaufen, und niemand hat quittiert. Sie erhalten diese E-Mail als Notfallkontakt dieses Kunden.`,
  gathered: (count) =>
    `${count === 1 ? 'Dies wartet' : `Diese ${count} warten`} auf eine Quittierung. Sie erhalten für alles eine einzige E-Mail, weil Eskalationsregeln Ihnen innerhalb von zehn Minuten zehn geschickt haben.`,
  openLog: 'Offene Quittierungen öffnen',
  sentByPolicies: (url) => `Gesendet von Eskalationsregeln: ${url}`,
  nobodySubject: (subject) => `Niemand hat quittiert: ${subject}`,
};
