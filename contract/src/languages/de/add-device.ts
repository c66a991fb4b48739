import type { texts as English } from '../../texts/add-device.ts';

export const texts: typeof English = {
  title: 'Gerät hinzufügen',
  question: 'Was ist es?',
  about: 'Nichts davon ist endgültig.',
  steps: ['Was ist es?', 'Verbinden', 'Seine Werte', 'Wer benachrichtigt wird'],
  proposed: 'Nach der Seriennummer vorgeschlagen.',
  ready: (what) => `Bereithalten: ${what}`,
  choices: {
    registry: {
      title: 'Ein Gerät mit Seriennummer und Code',
      about: 'Einstecken. Es kennt seine Sensoren.',
      ready: 'das Etikett',
    },
    modbus: {
      title: 'Eine SPS oder ein E/A-Modul, das ich über Modbus lese',
      about: 'Tocsin fragt die Register ab.',
      ready: 'Adresse, Variablenliste',
    },
    json: {
      title: 'Etwas, das JSON sendet',
      about: 'Es sendet über MQTT oder HTTP.',
      ready: 'eine Beispielnachricht',
    },
    lorawan: {
      title: 'Ein LoRaWAN-Sensor',
      about: 'Über ChirpStack oder The Things Network.',
      ready: 'die DevEUI',
    },
    sparkplug: {
      title: 'Ein Sparkplug-Gateway',
      about: 'Seine Geräte und Messwerte erscheinen von selbst.',
      ready: 'Gruppe und Knoten-ID',
    },
  },
  back: 'Was ist es?',
  modbusTitle: 'Modbus-Gerät hinzufügen',
  jsonTitle: 'Gerät hinzufügen, das JSON sendet',
  form: {
    type: 'Gerätetyp',
    address: 'Adresse',
    addressMissing: 'Bitte die Adresse eingeben',
    addressAbout: 'Host oder Host:Port, etwa 10.20.0.7 oder 10.20.0.7:502. Mehrere Geräte können eine Adresse teilen.',
    unit: 'Unit-ID',
    unitAbout: '0 bis 255. Leer: was die Registerkarte sagt.',
    framing: 'Rahmen',
    framings: { tcp: 'Modbus TCP', rtu: 'RTU über TCP' },
    framingAbout: 'RTU über TCP: Ein Umsetzer reicht die Rahmen der seriellen Leitung unverändert weiter.',
    udfId: 'Leer: Tocsin vergibt eine.',
    save: 'Gerät hinzufügen',
  },
  tags: {
    import: 'Variablenliste importieren',
    importAbout: 'CSV mit name, address und, falls vorhanden, type, order, scale, offset, unit, group, alarm, none.',
    taken: (taken, lines) => `${taken} von ${lines} Zeilen sind lesbar.`,
    line: (line, text) => `Zeile ${line}: ${text}`,
    more: (count) => `Und ${count} weitere.`,
    use: 'Diese Liste verwenden',
    drop: 'Verwerfen',
    used: 'Registerkarte geändert',
    compared: 'Verglichen',
    compare: (name) => `${name} wurde mit der Anzeige verglichen`,
    sum: (compared, all) => `${compared} von ${all} mit der Anzeige der Maschine verglichen.`,
    sumAbout:
      'Jeden Wert mit der Anzeige der Maschine vergleichen und abhaken. Tocsin liest nur; es schreibt nie ein Register.',
    mappedAbout:
      'Jeden Wert mit der Anzeige der Maschine oder des Senders vergleichen, dann abhaken. Wer ändert, wie die Zuordnung einen Wert liest, nimmt den Haken zurück.',
    absurd: 'Das sieht unsinnig aus. In anderer Reihenfolge:',
    order: (order, value) => `${order}: ${value}`,
    notYet: (count) => `${count} Werte dieses Geräts sind noch nicht mit der Maschine verglichen`,
  },
  made: 'Seriennummer und Code',
  madeAbout:
    'Tocsin hat sie für dieses Gerät vergeben. Damit meldet es sich an; wer das Gerät bearbeiten darf, findet sie hier.',
  serial: 'Seriennummer',
  code: 'Code',
  qr: 'Seriennummer und Code als QR-Code',
  ownDevices: 'Geräte eigener Typen',
  ownDevicesAbout:
    'Personen des Kunden dürfen Geräte ohne gedruckten Code hinzufügen und Gerätetypen anlegen. Das ändert der Betreiber.',
};
