import type { texts as English } from '../../texts/invitations.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  invites: (by, company) => (by === '' ? `Sie sind zu ${company} eingeladen.` : `${by} lädt Sie zu ${company} ein.`),
  needsMailbox:
    'Öffnen Sie zum Annehmen den Link in der Einladungs-E-Mail: Das bestätigt, dass das Postfach Ihres ist.',
  accept: 'Annehmen',
  decline: 'Ablehnen',
  declineAsk: (company) => `Einladung zu ${company} ablehnen?`,
  declineAbout: 'Man sieht dort, dass Sie abgelehnt haben, aber nichts über Ihr Konto.',
  more: (count) => counted(count, { one: 'weitere Einladung', other: 'weitere Einladungen' }),
  failed: 'Ihre Antwort konnte nicht gespeichert werden. Bitte versuchen Sie es erneut.',
  locked: (companies) => `${companies}: Zum Öffnen dieses Kunden ist ein zweiter Faktor nötig.`,
  setUp: 'Zweiten Faktor einrichten',
  page: {
    title: 'Einladung',
    to: (company) => `Einladung zu ${company}`,
    about: (by, company, email) =>
      `${by === '' ? 'Jemand' : by} lädt Sie ein, Ihr Tocsin-Konto ${email} auch für ${company} zu verwenden.`,
    privacy: 'Bis Sie annehmen, sieht man dort nichts über Ihr Konto.',
    expires: (day) => `Gültig bis ${day}.`,
    password:
      'Die Annahme setzt ein neues Passwort und beendet die Sitzungen, API-Schlüssel und den zweiten Faktor des Kontos: Sein Postfach ist noch nicht bestätigt.',
    agree: 'Ich habe die Bedingungen gelesen und stimme ihnen zu',
    acceptWithPassword: 'PASSWORT SETZEN UND ANNEHMEN',
    gone: 'Diese Einladung ist nicht mehr gültig. Bitten Sie die Person, die sie gesendet hat, um eine neue.',
    accepted: 'Einladung angenommen. Wählen Sie den Kunden auf der Seite Kunden.',
    acceptedSignIn: 'Einladung angenommen. Melden Sie sich an, um den Kunden zu öffnen.',
    declined: 'Einladung abgelehnt.',
    home: 'Tocsin öffnen',
  },
};
