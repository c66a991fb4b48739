import type { texts as English } from '../../texts/add-device.ts';

export const texts: typeof English = {
  title: 'Añadir un dispositivo',
  question: '¿Qué es?',
  about: 'Nada de lo que elija aquí es definitivo.',
  steps: ['¿Qué es?', 'Conectar', 'Sus valores', 'A quién se avisa'],
  proposed: 'Propuesto por su número de serie.',
  ready: (what) => `Tenga a mano: ${what}`,
  choices: {
    registry: {
      title: 'Una unidad con número de serie y código',
      about: 'Conéctela. Conoce sus sensores.',
      ready: 'la etiqueta',
    },
    modbus: {
      title: 'Un PLC o módulo de E/S que leo por Modbus',
      about: 'Tocsin consulta sus registros.',
      ready: 'dirección, lista de variables',
    },
    json: {
      title: 'Algo que envía JSON',
      about: 'Envía por MQTT o HTTP.',
      ready: 'un mensaje de ejemplo',
    },
    lorawan: {
      title: 'Un sensor LoRaWAN',
      about: 'Por ChirpStack o The Things Network.',
      ready: 'el DevEUI',
    },
    sparkplug: {
      title: 'Una pasarela Sparkplug',
      about: 'Sus dispositivos y medidas aparecen por sí solos.',
      ready: 'grupo e id del nodo',
    },
  },
  back: '¿Qué es?',
  modbusTitle: 'Añadir un dispositivo Modbus',
  jsonTitle: 'Añadir un dispositivo que envía JSON',
  form: {
    type: 'Tipo de dispositivo',
    address: 'Dirección',
    addressMissing: 'Introduzca la dirección',
    addressAbout:
      'Host o host:puerto, como 10.20.0.7 o 10.20.0.7:502. Varios dispositivos pueden compartir una dirección.',
    unit: 'Id de unidad',
    unitAbout: 'De 0 a 255. Vacío: lo que diga el mapa de registros.',
    framing: 'Trama',
    framings: { tcp: 'Modbus TCP', rtu: 'RTU sobre TCP' },
    framingAbout: 'RTU sobre TCP: un conversor pasa tal cual las tramas de la línea serie.',
    udfId: 'Vacío: Tocsin crea uno.',
    save: 'Añadir el dispositivo',
  },
  tags: {
    import: 'Importar una lista de variables',
    importAbout: 'CSV con name, address y, si los hay, type, order, scale, offset, unit, group, alarm, none.',
    taken: (taken, lines) => `Se pueden leer ${taken} de ${lines} líneas.`,
    line: (line, text) => `Línea ${line}: ${text}`,
    more: (count) => `Y ${count} más.`,
    use: 'Usar esta lista',
    drop: 'Descartar',
    used: 'Mapa de registros cambiado',
    compared: 'Comparado',
    compare: (name) => `${name} se comparó con la pantalla`,
    sum: (compared, all) => `${compared} de ${all} comparados con la pantalla de la máquina.`,
    sumAbout:
      'Compare cada valor con lo que muestra la máquina y márquelo. Tocsin solo lee; nunca escribe un registro.',
    mappedAbout:
      'Compare cada valor con lo que muestra la máquina o el emisor y márquelo. Quien cambia cómo el mapa lee un valor quita su marca.',
    absurd: 'Parece absurdo. En otro orden:',
    order: (order, value) => `${order}: ${value}`,
    notYet: (count) => `${count} valores de este dispositivo aún no se han comparado con la máquina`,
  },
  made: 'Número de serie y código',
  madeAbout: 'Tocsin los creó para este dispositivo. Con ellos se identifica; quien puede editarlo los encuentra aquí.',
  serial: 'Número de serie',
  code: 'Código',
  qr: 'Número de serie y código como código QR',
  ownDevices: 'Dispositivos de tipos propios',
  ownDevicesAbout:
    'Las personas del cliente pueden añadir dispositivos sin código impreso y crear tipos. Lo cambia el operador.',
};
