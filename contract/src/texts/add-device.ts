import { defineTexts } from './define-texts.ts';

/** Texts of the pages that add a device. Those of the form with serial number and code are in devices.ts. */
export const texts = defineTexts('add-device', {
  title: 'Add a device',
  question: 'What is it?',
  about: 'Nothing you choose here is final.',
  steps: ['What is it?', 'Connect', 'Its values', 'Who is notified'],
  proposed: 'Proposed by its serial number.',
  ready: (what: string): string => `Have ready: ${what}`,
  choices: {
    registry: {
      title: 'A unit with serial number and code',
      about: 'Plug it in. It knows its own sensors.',
      ready: 'the label',
    },
    modbus: {
      title: 'A PLC or I/O module that I read over Modbus',
      about: 'Tocsin asks it for its registers.',
      ready: 'address, tag list',
    },
    json: {
      title: 'Something that sends JSON',
      about: 'It sends over MQTT or HTTP.',
      ready: 'a sample message',
    },
    lorawan: {
      title: 'A LoRaWAN sensor',
      about: 'Through ChirpStack or The Things Network.',
      ready: 'the DevEUI',
    },
    sparkplug: {
      title: 'A Sparkplug gateway',
      about: 'Its devices and metrics appear by themselves.',
      ready: 'group and node id',
    },
  },
  back: 'What is it?',
  modbusTitle: 'Add a Modbus device',
  jsonTitle: 'Add a device that sends JSON',
  form: {
    type: 'Device type',
    address: 'Address',
    addressMissing: 'Please enter the address',
    addressAbout: 'Host or host:port, such as 10.20.0.7 or 10.20.0.7:502. Several devices may share one address.',
    unit: 'Unit id',
    unitAbout: '0 to 255. Empty: what the register map says.',
    framing: 'Framing',
    framings: { tcp: 'Modbus TCP', rtu: 'RTU over TCP' },
    framingAbout: 'RTU over TCP: a converter passes the frames of the serial line on as they are.',
    udfId: 'Made by Tocsin if you leave it empty.',
    save: 'Add the device',
  },
  tags: {
    import: 'Import a tag list',
    importAbout: 'CSV with name, address and, if you have them, type, order, scale, offset, unit, group, alarm, none.',
    taken: (taken: number, lines: number): string => `${taken} of ${lines} lines can be read.`,
    line: (line: number, text: string): string => `Line ${line}: ${text}`,
    more: (count: number): string => `And ${count} more.`,
    use: 'Use this list',
    drop: 'Discard',
    used: 'Register map changed',
    compared: 'Compared',
    compare: (name: string): string => `${name} was compared with the display`,
    sum: (compared: number, all: number): string => `${compared} of ${all} compared with the display of the machine.`,
    sumAbout:
      'Compare each value with what the machine shows, then tick it. Tocsin only reads; it never writes a register.',
    mappedAbout:
      'Compare each value with what the machine or the sender shows, then tick it. Whoever changes how the map reads a value takes its tick back.',
    absurd: 'That looks absurd. In another order:',
    order: (order: string, value: string): string => `${order}: ${value}`,
    notYet: (count: number): string => `${count} values of this device are not yet compared with the machine`,
  },
  made: 'Serial number and code',
  madeAbout: 'Tocsin made them for this device. It signs in with them; whoever may edit the device finds them here.',
  serial: 'Serial number',
  code: 'Code',
  qr: 'Serial number and code as a QR code',
  ownDevices: 'Devices of its own types',
  ownDevicesAbout:
    'People of the client may add devices without a printed code and make device types. The operator changes this.',
});
