import type { texts as English } from '../../texts/proposal-mails.ts';

export const texts: typeof English = {
  subject: (device) => `${device}: Eine Änderung von Warnungen wartet auf Ihre Freigabe`,
  text: (by) =>
    `${by} hat eine Änderung vorgeschlagen, die Warnungen lockert oder entfernt. Die gültigen Regeln bleiben, wie sie sind, bis ein anderer Manager entschieden hat.`,
  site: 'Standort',
  device: 'Gerät',
  reason: 'Grund',
  removed: 'Würde entfernt:',
  added: 'Würde hinzugefügt:',
  how: (device) => `Öffnen Sie ${device}, dann Einstellung, Warnungen bearbeiten: Der Vorschlag steht über den Regeln.`,
  unitSubject: (device) => `${device}: Warnungen werden nicht ausgewertet`,
  unitText:
    'Die Einheit eines Sensors hat sich geändert und lässt sich nicht in die Einheit umrechnen, in der diese Warnungen eingegeben wurden. Bis jemand sie neu eingibt, warnen sie nicht.',
  unitRules: 'Nicht ausgewertet:',
  unitHow: (device) =>
    `Öffnen Sie ${device}, dann Einstellung, Warnungen bearbeiten, und geben Sie die Werte in der neuen Einheit ein.`,
  button: 'Geräte des Standorts öffnen',
  foot: (site) => `Sie erhalten diese E-Mail, weil Sie ${site} verwalten.`,
};
