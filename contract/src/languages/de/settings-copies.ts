import type { texts as English } from '../../texts/settings-copies.ts';
import { counted } from './words.ts';

const devices = (count: number): string => counted(count, { one: 'Gerät', other: 'Geräte' });
const ofDevices = (count: number): string => counted(count, { one: 'Gerät', other: 'Geräten' });

export const texts: typeof English = {
  title: (device) => `${device} - Einstellungen kopieren`,
  hint: 'Die Geräte erhalten dieselben Einstellungen wie dieses, in einem Schritt, der rückgängig gemacht werden kann. Sie sehen vorher jeden Unterschied.',
  kinds: {
    names: 'Sensornamen',
    images: 'Sensorbilder',
    types: 'Sensortypen',
    rules: 'Warnregeln',
    priorities: 'Prioritäten',
    responses: 'Maßnahmentexte',
    roles: 'Sensoren für Wand, Lauf und Schutz',
  },
  whatTitle: 'Was kopiert wird',
  toTitle: 'Auf welche Geräte',
  find: 'Gerät suchen',
  all: 'Alle passenden wählen',
  noTargets: 'Sie dürfen kein anderes Gerät dieses Typs bearbeiten.',
  noTargetsHint: 'Einstellungen werden zwischen Geräten eines Kunden kopiert, die dieselben Sensoren haben.',
  show: 'Unterschied zeigen',
  difference: (count) => `Unterschied: ${devices(count)} würde${count === 1 ? '' : 'n'} sich ändern`,
  nothing: 'Nichts weicht ab. Diese Geräte haben bereits dieselben Einstellungen.',
  same: 'Bereits gleich',
  refused: 'Kann nicht kopiert werden',
  refusedSome: (count) =>
    `${devices(count)} ${count === 1 ? 'kann' : 'können'} diese Einstellungen nicht erhalten. Lassen Sie sie weg, oder ändern Sie, was kopiert wird.`,
  leaveOut: 'Weglassen',
  loosens: 'Lockert oder entfernt eine Regel',
  needsApproval: 'Gelockerte Regeln dieses Kunden warten auf eine andere Person. Alles andere wird sofort kopiert.',
  sensor: 'Sensor',
  field: 'Einstellung',
  old: 'Jetzt',
  new: 'Danach',
  none: 'keine',
  fields: {
    name: 'Name',
    image: 'Bild',
    type: 'Typ',
    rule: 'Warnregel',
    priority: 'Priorität',
    likely_cause: 'Wahrscheinliche Ursache',
    consequence: 'Folge',
    what_to_do: 'Maßnahme',
    respond_within_minutes: 'Reagieren innerhalb von (min)',
    wall_sensor: 'Sensor auf Wänden',
    running_sensor: 'Laufsensor',
    running_above: 'Läuft über',
    required: 'Erforderlich',
  },
  device: 'Gerät',
  ofRule: (field, rule) => `${field} der Regel: ${rule}`,
  more: 'Weitere Geräte zeigen',
  copy: (count) => `Auf ${devices(count)} kopieren`,
  copied: (changed, proposed) =>
    proposed === 0
      ? `Auf ${devices(changed)} kopiert`
      : `Auf ${devices(changed)} kopiert; die Regeln von ${ofDevices(proposed)} warten auf Freigabe`,
  history: 'Bisherige Kopien',
  noHistory: 'Von diesem Gerät wurde noch nichts kopiert.',
  copyOf: (what, to) => `${what} auf ${to}`,
  made: (by, at) => `${by}, ${at}`,
  undone: (by, at) => `Rückgängig gemacht von ${by}, ${at}`,
  undo: 'Rückgängig',
  undoTitle: 'Diese Kopie rückgängig machen?',
  undoBody: (count) => `${devices(count)} ${count === 1 ? 'erhält' : 'erhalten'} zurück, was vorher galt.`,
  undoDone: (changed, proposed) =>
    proposed === 0
      ? `An ${ofDevices(changed)} rückgängig gemacht`
      : `An ${ofDevices(changed)} rückgängig gemacht; die Regeln von ${ofDevices(proposed)} warten auf Freigabe`,
  back: 'Zurück zur Auswahl',
  self: 'Es ist das Gerät, von dem kopiert wird.',
  unknown: 'Dieser Kunde hat kein solches Gerät, das Sie bearbeiten dürfen.',
  notAnnounced: 'Es hat seine Sensoren noch nicht gemeldet.',
  sourceNotAnnounced: 'Dieses Gerät hat seine Sensoren noch nicht gemeldet.',
  otherType: (type) => `Es ist ein anderer Gerätetyp: ${type}.`,
  missing: (sensor) => `Anderer Aufbau: Es hat keinen Sensor ${sensor}.`,
  additional: (sensor) => `Anderer Aufbau: Es hat außerdem den Sensor ${sensor}.`,
  different: (sensor) =>
    `Anderer Aufbau: Sein Sensor ${sensor} hat einen anderen Typ, eine andere Einheit oder andere Zustände.`,
  typesFirst: (sensor) =>
    `Sein Sensor ${sensor} hat einen anderen Typ, eine andere Einheit oder Skalierung. Kopieren Sie auch die Sensortypen.`,
  rulesToo: (sensor) =>
    `Sein Sensor ${sensor} erhält eine andere Skalierung und hat Warnregeln. Kopieren Sie auch die Warnregeln.`,
  onlyNodes: 'Nur ETH-NODE-1 und ETH-NODE-2 haben Sensortypen zum Kopieren.',
  approvalOfScale:
    'Seine Skalierung ändert sich zusammen mit Regeln, die eine zweite Person brauchen. Setzen Sie zuerst seine Sensortypen.',
  badRule: (rule, problem) => `Die Regel ‚${rule}‘ passt nicht: ${problem}`,
  anotherDifference: 'Die Einstellungen wurden inzwischen geändert. Sehen Sie den Unterschied noch einmal an.',
  cannot: (titles) => `Diese Geräte können die Einstellungen nicht erhalten: ${titles}`,
  undoneAlready: 'Diese Kopie wurde bereits rückgängig gemacht.',
  changedSince: (titles) =>
    `Die kopierten Einstellungen wurden seitdem geändert, an ${titles}. Ändern Sie sie von Hand zurück, oder behalten Sie sie.`,
  gone: 'Ein Gerät dieser Kopie wurde entfernt, oder Sie dürfen es nicht bearbeiten.',
};
