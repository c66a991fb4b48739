import type { texts as English } from '../../texts/incident-pack.ts';

const drawingWords = {
  some: 'drawings/*.json          o desenho da planta que estava publicado quando o alarme começou, cada aba com estes dispositivos como documento, não como imagem; cada uma diz se foi publicada depois, porque antes não havia nenhuma',
  none: 'Nenhum desenho da planta publicado mostra estes dispositivos.',
  hidden: 'Os desenhos da planta foram deixados de fora: a pessoa que gerou este dossiê não pode vê-los.',
};

export const texts: typeof English = {
  open: 'Dossiê do incidente',
  hint: 'Baixa tudo sobre este alarme em um só ZIP',
  progress: (megabytes) => `Dossiê do incidente: ${megabytes} MB recebidos`,
  cancel: 'Cancelar',
  saved: 'O dossiê do incidente foi salvo.',
  failed: 'Não foi possível gerar o dossiê do incidente. Tente novamente.',
  onlyAlarms: 'Só um evento que inicia uma condição tem dossiê do incidente.',
  documentTitle: (device) => `Sensores de ${device}`,
  chartSpan: (from, to) => `${from} a ${to}, um ponto por minuto; vermelho: em alarme`,
  noSeries: 'O dispositivo não enviou nada neste período.',
  readme: (facts) => `Dossiê do incidente
${facts.what}
${facts.place}
Início ${facts.at}
Abrange ${facts.from} a ${facts.to}
Gerado em ${facts.made} por ${facts.by}

Dispositivos:
${facts.devices.map((line) => `- ${line}`).join('\n')}

story.txt                a história do incidente como era contada quando este pacote foi criado
events.csv               eventos destes dispositivos em sua ordem, com o primeiro do incidente e o grau de certeza da ordem
who_knows.csv            quem foi notificado pelas políticas de escalonamento, por qual meio e o que houve com cada mensagem
held_back.csv            o que estava adiado ou fora de serviço
notes.csv                o que as pessoas anotaram sobre estes dispositivos e o local
proof_tests.csv          o último teste de prova concluído de cada sensor antes do alarme
settings_then.json       regras de advertência, unidades, nomes, imagens e respostas quando o alarme começou
settings_now.json        o mesmo quando este dossiê foi gerado
changes.csv              alterações dessas configurações desde o início do dossiê, com os valores de antes e depois
clocks.csv               diferença do relógio e atraso de cada dispositivo no início, no alarme e no fim
refused_frames.csv       pacotes que não puderam ser armazenados
sensors/device_*.csv     todas as leituras de todos os sensores em resolução total
sensors/device_*.pdf     o mesmo em gráficos, um ponto por minuto
${drawingWords[facts.drawings]}
SHA256SUMS               as somas de verificação destes arquivos: confira-as com 'sha256sum -c SHA256SUMS'

Configurações da época: regras e unidades são exatas. Nomes, imagens e respostas são reconstituídos a partir das alterações registradas; o que foi copiado de outro dispositivo desde então está só em changes.csv.
Fora de serviço: o que voltou ao serviço antes de este dossiê ser gerado está só em changes.csv.
${facts.cut.length === 0 ? '' : `Longo demais e cortado: ${facts.cut.join(', ')}.\n`}`,
};
