import type { texts as English } from '../../texts/device-templates.ts';
import { counted, plural } from './words.ts';

const devices = (count: number): string => counted(count, { one: 'Gerät', other: 'Geräte' });

export const texts: typeof English = {
  title: 'Gerätetypen',
  about:
    'Ein Gerät folgt, solange alle seine Einstellungen die seines Typs sind, und weicht ab, wo es eine eigene hat, die ein Ausrollen nicht ändert.',
  owners: { shipped: 'Er kommt mit Tocsin.', operator: 'Er ist für alle.', client: 'Er gehört diesem Kunden.' },
  entries: { push: 'Seine Geräte senden ihre Daten.', modbus: 'Seine Geräte werden über Modbus gelesen.' },
  used: (count, sites) =>
    `Verwendet von ${devices(count)} an ${counted(sites, { one: 'Standort', other: 'Standorten' })}`,
  shipped:
    'Typen, die mit Tocsin kommen, haben keine Vorlage: Jedes Gerät behält seine eigenen Einstellungen. Kopieren Sie sie von einem zum anderen.',
  add: 'Typ eines neuen Geräts',
  unused: 'Noch kein Gerät verwendet ihn.',
  import: 'Importieren',
  imported: 'Der Gerätetyp ist importiert',
  file: 'Exportieren',
  brings: 'Was ein neues mitbringt',
  bringsAbout:
    'Namen, Bilder, Einheiten, Prioritäten, übliche Regeln und Texte. Jeder Standort darf abweichen, wo er muss.',
  version: (n, from, by) => `Version ${n}, übernommen von ${from} durch ${by}`,
  none: 'Noch keine Vorlage',
  noneAbout:
    'Richten Sie ein Gerät so ein, wie alle sein sollen, und übernehmen Sie dann seine Einstellungen als Vorlage.',
  groups: (n) => plural(n, { one: 'Gruppe', other: 'Gruppen' }),
  sensors: (n) => plural(n, { one: 'Sensor', other: 'Sensoren' }),
  rules: (n) => plural(n, { one: 'übliche Regel', other: 'übliche Regeln' }),
  texts: (n) => plural(n, { one: 'Text', other: 'Texte' }),
  sensor: 'Sensor',
  unit: 'Einheit',
  priority: 'Priorität',
  rule: 'Übliche Regel',
  todo: 'Was zu tun ist',
  noRule: 'keine',
  take: (version) => `Als Version ${version} übernehmen`,
  takeFrom: 'Gerät, dessen Einstellungen die Vorlage werden',
  taken: (version) => `Version ${version} gilt. Kein Gerät hat sich geändert.`,
  outdated: 'Jemand hat inzwischen eine andere Version gespeichert. Sehen Sie sie zuerst an.',
  notAnnounced: 'Dieses Gerät hat seine Sensoren noch nicht gemeldet.',
  wrongType: 'Dieses Gerät ist von einem anderen Typ.',
  follow: (n) => counted(n, { one: 'folgt', other: 'folgen' }),
  differ: (n) => counted(n, { one: 'weicht ab', other: 'weichen ab' }),
  behind: (n) => `${n} nicht auf dieser Version`,
  differs: (n) => counted(n, { one: 'eigene Einstellung', other: 'eigene Einstellungen' }),
  differsIn: (what, here, type) => `weicht ab in ${what}: ${here}, Typ ${type}`,
  named: (type, code) => `${type} (${code})`,
  ownHeads: { old: 'Vorlage', new: 'Hier' },
  unknown: 'Diesen Gerätetyp gibt es nicht.',
  onVersion: (n) => `Version ${n}`,
  neverTaken: 'noch nicht übertragen',
  rollOut: (version) => `Version ${version} übertragen`,
  rollOutAbout: 'Was an einem Gerät abweicht, bleibt ihm eigen. Nichts ändert sich, bevor Sie es angesehen haben.',
  look: (n) => `Die ${n} ansehen und übertragen`,
  tried: (days, after, before) =>
    `${counted(after, { one: 'Warnung', other: 'Warnungen' })} in den letzten ${days} Tagen${before === null ? '' : `, bisher ${before}`}`,
  triedEmpty: (days) => `keine Messwerte in den letzten ${days} Tagen`,
  withOpen: 'Auch wo eine Regel, die sich ändert, gerade warnt',
  oneFirst: 'Erst eines',
  doIt: (n) => `Auf ${devices(n)} übertragen`,
  done: (changed, proposed) =>
    proposed === 0
      ? `Auf ${devices(changed)} übertragen`
      : `Auf ${devices(changed)} übertragen; die Regeln von ${devices(proposed)} warten auf Freigabe`,
  undo: 'Rückgängig machen',
  undoable: (by, n) =>
    `${by} hat sie auf ${devices(n)} übertragen. Das kann 24 Stunden lang rückgängig gemacht werden.`,
  undone: 'Die Übertragung ist rückgängig gemacht.',
  late: 'Eine Übertragung kann 24 Stunden lang rückgängig gemacht werden.',
  waits: 'Eine Änderung seiner Regeln wartet auf Freigabe.',
  inWalk: 'Es läuft eine Begehung.',
  openWarning: 'Eine Regel, die sich ändern würde, warnt gerade.',
  cannot: (titles) => `Diese Geräte können die Vorlage nicht erhalten: ${titles}`,
  anotherDifference: 'Die Einstellungen haben sich seitdem geändert. Sehen Sie den Unterschied noch einmal an.',
};
