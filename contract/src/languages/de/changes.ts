import type { texts as English } from '../../texts/changes.ts';

export const texts: typeof English = {
  reasonMissing: 'Diese Änderung lockert oder entfernt eine Grenze oder Regel. Geben Sie an, warum.',
  title: 'Warum diese Änderung?',
  about:
    'Sie lockert oder entfernt eine Grenze oder Regel. Der Grund wird mit den alten und neuen Werten im Änderungsprotokoll gespeichert.',
  reason: 'Grund',
  save: 'Mit Grund speichern',
  proposedToast:
    'Vorgeschlagen. Die Regeln bleiben, wie sie sind, bis eine andere Person die Änderung freigegeben hat.',
  proposed: (by, at) => `${by} hat am ${at} eine Änderung vorgeschlagen`,
  proposedAbout:
    'Die gültigen Regeln bleiben, wie sie sind, bis eine andere Person mit denselben Rechten entschieden hat.',
  why: (reason) => `Grund: ${reason}`,
  removed: 'Würde entfernt',
  added: 'Würde hinzugefügt',
  comment: 'Kommentar',
  approve: 'Freigeben',
  decline: 'Ablehnen',
  withdraw: 'Zurückziehen',
  only: 'Nur ein Manager des Standorts kann sie freigeben.',
  approved: 'Die Änderung ist freigegeben und gültig.',
  declined: 'Die Änderung ist abgelehnt.',
  otherPerson: 'Eine andere Person muss diese Änderung freigeben.',
  addedByAuthor: 'Diese Person hat Sie hinzugefügt. Jemand anderes muss die von ihr vorgeschlagene Änderung freigeben.',
  addedByProgram:
    'Ein Programm hat Sie vor weniger als sieben Tagen hinzugefügt. Zuerst muss Sie eine andere Person der Kontoverwaltung bestätigen.',
  mailboxUnproven:
    'Bestätigen Sie zuerst Ihre E-Mail-Adresse: Melden Sie sich ab, wählen Sie „Passwort vergessen?“ und verwenden Sie den Link in der E-Mail. Danach können Sie freigeben.',
  decided: 'Über diesen Vorschlag wurde bereits entschieden.',
  outdated: 'Die Regeln wurden nach diesem Vorschlag geändert. Lehnen Sie ihn ab, und schlagen Sie ihn neu vor.',
  needReason: 'Einen Grund verlangen, wenn eine Grenze oder Regel gelockert oder entfernt wird',
  needReasonHelp:
    'Gilt für Warnregeln, E-Mail-Regeln, Eskalationsregeln und Webhooks. Der Grund wird im Änderungsprotokoll gespeichert.',
  needApproval: 'Eine zweite Person muss solche Änderungen von Warnregeln freigeben',
  needApprovalHelp: 'Die Änderung wartet auf der Seite des Geräts, bis ein anderer Manager sie freigibt oder ablehnt.',
};
