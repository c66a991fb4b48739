import type { texts as English } from '../../texts/account-mails.ts';

export const texts: typeof English = {
  support: (ways) => `Support: ${ways}`,
  hello: (name) => (name ? `Guten Tag ${name},` : 'Guten Tag,'),
  notYou: 'Wenn Sie das nicht waren, sagen Sie es sofort Ihrem Kundenverwalter oder dem Support.',
  activation: {
    subject: 'Aktivieren Sie Ihr Tocsin-Konto',
    text: 'Für Sie wurde ein Konto angelegt. Öffnen Sie den Link, lesen Sie die Bedingungen, und wählen Sie ein Passwort.',
    button: 'Konto aktivieren',
    validity: 'Der Link gilt einmal, 7 Tage lang.',
  },
  reset: {
    subject: 'Ihr Tocsin-Passwort zurücksetzen',
    text: 'Jemand hat für Ihr Konto ein neues Passwort angefordert. Wenn Sie das waren, öffnen Sie den Link und wählen Sie eines.',
    button: 'Neues Passwort wählen',
    validity:
      'Der Link gilt einmal, 24 Stunden lang. Wenn Sie ihn nicht angefordert haben, hat sich nichts geändert, und es ist nichts zu tun.',
  },
  newAddress: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    text: 'Öffnen Sie den Link, um diese Adresse für Ihr Tocsin-Konto zu verwenden.',
    button: 'Diese Adresse verwenden',
    validity: 'Der Link gilt einmal, 24 Stunden lang.',
  },
  addressChangeRequested: {
    subject: 'Eine Änderung Ihrer E-Mail-Adresse wurde angefordert',
    text: (email) =>
      `Jemand, der an Ihrem Konto angemeldet ist, hat angefordert, dessen Adresse in ${email} zu ändern.`,
    nothingChanged:
      'Noch hat sich nichts geändert. Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort: Damit endet die Anforderung.',
  },
  addressChanged: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    text: (email) => `Ihr Konto verwendet jetzt ${email}.`,
  },
  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    text: 'Das Passwort Ihres Kontos wurde geändert, und die Sitzungen, die das alte kannten, sind beendet.',
    held: (n: number): string =>
      `${n} kürzlich hinzugefügte ${n === 1 ? 'Kontaktmethode erhält' : 'Kontaktmethoden erhalten'} keine Nachrichten, bis Sie sie bestätigen. E-Mails erreichen Sie weiterhin.`,
  },
  added: {
    subjects: {
      method: 'Eine Kontaktmethode wurde hinzugefügt',
      key: 'Ein API-Schlüssel wurde Ihrem Konto hinzugefügt',
      calendar: 'Eine Adresse Ihres Dienstkalenders wurde angelegt',
    },
    texts: {
      method: (title: string): string =>
        `${title} wurde Ihrem Konto hinzugefügt. Nach der Bestätigung gehen Ihre Nachrichten auch dorthin.`,
      key: (title: string): string =>
        `Der API-Schlüssel ${title} wurde hinzugefügt. Damit kann ein Programm lesen, was Sie lesen dürfen.`,
      calendar: (): string =>
        'Es wurde eine Adresse angelegt, unter der Ihre Dienste ohne Anmeldung gelesen werden können.',
    },
    ifNotYou:
      'Wenn Sie das nicht waren, entfernen Sie es, ändern Sie Ihr Passwort und beenden Sie Ihre anderen Sitzungen in den Benutzereinstellungen. Sagen Sie es dann Ihrem Kundenverwalter oder dem Support.',
    button: 'Ansehen',
  },
  providerLinked: {
    subject: 'Ihr Konto wurde mit Ihrer Organisation verknüpft',
    text: (issuer) => `Von jetzt an kann ${issuer} Sie bei dem Kunden anmelden, der diesen Anbieter nutzt.`,
  },
  twoFactor: {
    on: {
      subject: 'Zweiter Faktor eingerichtet',
      text: 'Von jetzt an wird bei der Anmeldung ein zweiter Faktor verlangt: ein Code Ihrer Authenticator-App oder ein Passkey.',
    },
    added: {
      subject: 'Passkey hinzugefügt',
      text: 'Ihrem Konto wurde ein Passkey hinzugefügt. Er meldet Sie an und ist ein zweiter Faktor.',
    },
    removed: {
      subject: 'Passkey entfernt',
      text: 'Ein Passkey wurde von Ihrem Konto entfernt. Ihre anderen zweiten Faktoren bleiben.',
    },
    off: {
      subject: 'Zweiter Faktor abgeschaltet',
      text: 'Der zweite Faktor Ihres Kontos wurde entfernt: Ihr Passwort allein meldet Sie an.',
    },
  },
  contact: {
    subject: (company) => `Sie sind Ansprechpartner von ${company}`,
    text: (company) => `Sie sind jetzt Ansprechpartner von ${company} in Tocsin und einer der Kundenverwalter.`,
    button: 'Tocsin öffnen',
  },
  invitation: {
    subject: (company) => `Einladung zu ${company}`,
    text: (invitedBy, company) => `${invitedBy} lädt Sie ein, Ihr Tocsin-Konto auch für ${company} zu verwenden.`,
    button: 'Einladung ansehen',
    validity: 'Der Link gilt einmal, 7 Tage lang. Bis Sie annehmen, sieht man dort nichts von Ihrem Konto.',
    decline: 'Wenn Sie den Absender nicht kennen, lehnen Sie ab oder ignorieren Sie diese E-Mail.',
  },
  demoThanks: {
    subject: 'Erfolgreich registriert',
    text: 'Vielen Dank für Ihr Interesse an Tocsin. Wir schreiben Ihnen wegen Ihrer Demo.',
  },
  demoRequest: {
    subject: (company) => `Demo angefragt: ${company}`,
    text: 'Jemand hat sich für eine Demo registriert.',
    facts: { name: 'Name', company: 'Firma', email: 'E-Mail' },
  },
  feedback: { subject: (topic) => `Rückmeldung: ${topic}`, text: 'Jemand hat eine Rückmeldung gesendet.' },
};
