import type { texts as English } from '../../texts/add-device.ts';

export const texts: typeof English = {
  title: 'Adicionar um dispositivo',
  question: 'O que é?',
  about: 'Nada do que você escolhe aqui é definitivo.',
  ready: (what) => `Tenha à mão: ${what}`,
  choices: {
    registry: {
      title: 'Uma unidade com número de série e código',
      about: 'Conecte-a. Ela conhece seus sensores.',
      ready: 'a etiqueta',
    },
    modbus: {
      title: 'Um CLP ou módulo de E/S que leio por Modbus',
      about: 'O Tocsin consulta os registradores.',
      ready: 'endereço, lista de variáveis',
    },
    json: {
      title: 'Algo que envia JSON',
      about: 'Envia por MQTT ou HTTP.',
      ready: 'uma mensagem de exemplo',
    },
    lorawan: {
      title: 'Um sensor LoRaWAN',
      about: 'Pelo ChirpStack ou The Things Network.',
      ready: 'o DevEUI',
    },
    sparkplug: {
      title: 'Um gateway Sparkplug',
      about: 'Seus dispositivos e medições aparecem sozinhos.',
      ready: 'grupo e id do nó',
    },
  },
  back: 'O que é?',
  modbusTitle: 'Adicionar um dispositivo Modbus',
  jsonTitle: 'Adicionar um dispositivo que envia JSON',
  form: {
    type: 'Tipo de dispositivo',
    address: 'Endereço',
    addressMissing: 'Informe o endereço',
    addressAbout: 'Host ou host:porta, como 10.20.0.7 ou 10.20.0.7:502. Vários dispositivos podem usar um endereço.',
    unit: 'Id da unidade',
    unitAbout: '0 a 255. Vazio: o que o mapa de registradores diz.',
    framing: 'Quadro',
    framings: { tcp: 'Modbus TCP', rtu: 'RTU sobre TCP' },
    framingAbout: 'RTU sobre TCP: um conversor repassa os quadros da linha serial como estão.',
    udfId: 'Vazio: o Tocsin cria um.',
    save: 'Adicionar o dispositivo',
  },
  tags: {
    import: 'Importar uma lista de variáveis',
    importAbout: 'CSV com name, address e, se houver, type, order, scale, offset, unit, group, alarm, none.',
    taken: (taken, lines) => `${taken} de ${lines} linhas podem ser lidas.`,
    line: (line, text) => `Linha ${line}: ${text}`,
    more: (count) => `E mais ${count}.`,
    use: 'Usar esta lista',
    drop: 'Descartar',
    used: 'Mapa de registradores alterado',
    compared: 'Comparado',
    compare: (name) => `${name} foi comparado com o visor`,
    sum: (compared, all) => `${compared} de ${all} comparados com o visor da máquina.`,
    sumAbout: 'Compare cada valor com o que a máquina mostra e marque-o. O Tocsin só lê; nunca grava um registrador.',
    mappedAbout:
      'Compare cada valor com o que a máquina ou o emissor mostra e marque-o. Quem muda como o mapa lê um valor tira a marca.',
    absurd: 'Isso parece absurdo. Em outra ordem:',
    order: (order, value) => `${order}: ${value}`,
    notYet: (count) => `${count} valores deste dispositivo ainda não foram comparados com a máquina`,
  },
  made: 'Número de série e código',
  madeAbout:
    'O Tocsin os criou para este dispositivo. Ele se identifica com eles; quem pode editá-lo os encontra aqui.',
  serial: 'Número de série',
  code: 'Código',
  qr: 'Número de série e código como QR code',
  ownDevices: 'Dispositivos de tipos próprios',
  ownDevicesAbout:
    'Pessoas do cliente podem adicionar dispositivos sem código impresso e criar tipos. O operador altera isto.',
};
