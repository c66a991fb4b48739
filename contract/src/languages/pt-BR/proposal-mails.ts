import type { texts as English } from '../../texts/proposal-mails.ts';

export const texts: typeof English = {
  subject: (device) => `${device}: uma alteração de advertências espera sua aprovação`,
  text: (by) =>
    `${by} propôs uma alteração que afrouxa ou remove advertências. As regras em vigor continuam como estão até outro gerente decidir.`,
  site: 'Local',
  device: 'Dispositivo',
  reason: 'Motivo',
  removed: 'Seria removido:',
  added: 'Seria adicionado:',
  how: (device) => `Abra ${device}, depois Configuração, Editar advertências: a proposta aparece acima das regras.`,
  unitSubject: (device) => `${device}: há advertências que não são avaliadas`,
  unitText:
    'A unidade de um sensor mudou e não pode ser convertida para a unidade em que estas advertências foram digitadas. Até que alguém as digite novamente, elas não avisam.',
  unitRules: 'Não avaliadas:',
  unitHow: (device) => `Abra ${device}, depois Configuração, Editar advertências, e digite os valores na nova unidade.`,
  button: 'Abrir os dispositivos do local',
  foot: (site) => `Você recebe este e-mail porque gerencia ${site}.`,
};
