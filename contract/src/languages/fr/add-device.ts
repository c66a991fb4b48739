import type { texts as English } from '../../texts/add-device.ts';

export const texts: typeof English = {
  title: 'Ajouter un appareil',
  question: 'De quoi s’agit-il ?',
  about: 'Aucun choix n’est définitif.',
  steps: ['Qu’est-ce que c’est ?', 'Connecter', 'Ses valeurs', 'Qui est averti'],
  step: (at, step) => `Étape ${at} sur 4 : ${step}`,
  changeType: 'Choisir un autre type',
  scan: {
    start: 'Scanner l’étiquette',
    stop: 'Arrêter la caméra',
    aim: 'Placez le code de l’étiquette devant la caméra.',
    read: (serial) => `Lu sur l’étiquette : ${serial}`,
    notLabel: 'Ce code ne contient ni numéro de série ni code d’appareil. Saisissez-les.',
    refused: 'Le navigateur a refusé la caméra. Autorisez-la pour cette page ou saisissez numéro de série et code.',
    missing: 'Aucune caméra trouvée. Saisissez numéro de série et code.',
    unable: 'Ce navigateur ne peut pas scanner d’étiquette. Saisissez numéro de série et code.',
  },
  proposed: 'Proposé d’après le numéro de série.',
  ready: (what) => `À préparer : ${what}`,
  choices: {
    registry: {
      title: 'Un appareil avec numéro de série et code',
      about: 'Branchez-le. Il connaît ses capteurs.',
      ready: 'l’étiquette, et l’UDF ID de son écran ou de sa configuration',
    },
    modbus: {
      title: 'Un automate ou un module E/S que je lis en Modbus',
      about: 'Tocsin interroge ses registres.',
      ready: 'adresse, liste de variables',
    },
    json: {
      title: 'Quelque chose qui envoie du JSON',
      about: 'Il envoie par MQTT ou HTTP.',
      ready: 'un exemple de message',
    },
    lorawan: {
      title: 'Un capteur LoRaWAN',
      about: 'Par ChirpStack ou The Things Network.',
      ready: 'le DevEUI',
    },
    sparkplug: {
      title: 'Une passerelle Sparkplug',
      about: 'Ses appareils et mesures apparaissent d’eux-mêmes.',
      ready: 'groupe et identifiant du nœud',
    },
  },
  back: 'De quoi s’agit-il ?',
  modbusTitle: 'Ajouter un appareil Modbus',
  sparkplugTitle: 'Ajouter un appareil Sparkplug',
  jsonTitle: 'Ajouter un appareil qui envoie du JSON',
  form: {
    type: 'Type d’appareil',
    address: 'Adresse',
    addressMissing: 'Veuillez saisir l’adresse',
    addressAbout:
      'Hôte ou hôte:port, par exemple 10.20.0.7 ou 10.20.0.7:502. Plusieurs appareils peuvent partager une adresse.',
    noNetworks:
      'Ce site n’a pas encore de réseaux Modbus. L’appareil peut être ajouté, mais rien n’est interrogé à son adresse avant que l’exploitant attribue au site un réseau qui la contient ; ou utilisez un edge.',
    networks: (networks) => `Interrogé seulement dans ces réseaux : ${networks}.`,
    unit: 'Identifiant d’unité',
    unitAbout: '0 à 255. Vide : celui de la table de registres.',
    framing: 'Trame',
    framings: { tcp: 'Modbus TCP', rtu: 'RTU sur TCP' },
    framingAbout: 'RTU sur TCP : un convertisseur transmet telles quelles les trames de la ligne série.',
    sparkplugAbout:
      'L’UDF ID est le nom de l’edge node ou de l’appareil derrière lui. Valeurs et unités viennent de son message de naissance ; la passerelle continue de se connecter avec ses propres identifiants.',
    udfId: 'Vide : Tocsin en crée un.',
    save: 'Ajouter l’appareil',
  },
  tags: {
    import: 'Importer une liste de variables',
    importAbout:
      'CSV avec des en-têtes pour name et address (Tag Name, Register, ...) et, si possible, type, order, scale, offset, unit, group, alarm, none.',
    taken: (taken, lines) => `${taken} lignes sur ${lines} sont lisibles.`,
    preview: (name, address, type) => `${name} : adresse ${address}, ${type}`,
    unused: (names) => `Colonnes non utilisées : ${names}`,
    line: (line, text) => `Ligne ${line} : ${text}`,
    more: (count) => `Et ${count} autres.`,
    use: 'Utiliser cette liste',
    drop: 'Abandonner',
    used: 'Table de registres modifiée',
    compared: 'Comparé',
    compare: (name) => `${name} a été comparé à l’affichage`,
    sum: (compared, all) => `${compared} sur ${all} comparés à l’affichage de la machine.`,
    sumAbout:
      'Comparez chaque valeur à l’affichage de la machine, puis cochez-la. Tocsin ne fait que lire, il n’écrit jamais.',
    mappedAbout:
      'Comparez chaque valeur avec ce que montre la machine ou l’émetteur, puis cochez-la. Qui change la lecture d’une valeur retire sa coche.',
    noValue: 'Aucune valeur à comparer pour l’instant',
    absurd: 'Cela paraît absurde. Dans un autre ordre :',
    fits: (low, high) => `Plausible : entre ${low} et ${high}`,
    order: (order, value) => `${order} : ${value}`,
    notYet: (count) => `${count} valeurs de cet appareil ne sont pas encore comparées à la machine`,
  },
  made: 'Numéro de série et code',
  madeAbout:
    'Créés par Tocsin pour cet appareil. Il s’identifie avec eux ; qui peut modifier l’appareil les retrouve ici.',
  serial: 'Numéro de série',
  code: 'Code',
  qr: 'Numéro de série et code en QR code',
  ownDevices: 'Appareils de ses propres types',
  ownDevicesAbout:
    'Les personnes du client peuvent ajouter des appareils sans code imprimé et créer des types. L’exploitant change ce réglage.',
};
