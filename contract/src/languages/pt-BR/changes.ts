import type { texts as English } from '../../texts/changes.ts';

export const texts: typeof English = {
  reasonMissing: 'Esta alteração afrouxa ou remove um limite ou uma regra. Diga por quê.',
  title: 'Por que esta alteração?',
  about:
    'Ela afrouxa ou remove um limite ou uma regra. O motivo é guardado na trilha de auditoria com os valores antigos e novos.',
  reason: 'Motivo',
  save: 'Salvar com motivo',
  proposedToast: 'Proposta feita. As regras continuam como estão até outra pessoa aprovar a alteração.',
  proposed: (by, at) => `${by} propôs uma alteração em ${at}`,
  proposedAbout: 'As regras em vigor continuam como estão até outra pessoa com as mesmas permissões decidir.',
  why: (reason) => `Motivo: ${reason}`,
  removed: 'Seria removido',
  added: 'Seria adicionado',
  comment: 'Comentário',
  approve: 'Aprovar',
  decline: 'Recusar',
  withdraw: 'Retirar',
  only: 'Só um gerente do local pode aprovar.',
  approved: 'A alteração foi aprovada e está em vigor.',
  declined: 'A alteração foi recusada.',
  otherPerson: 'Outra pessoa precisa aprovar esta alteração.',
  addedByAuthor: 'A pessoa que propôs esta alteração adicionou você. Outra pessoa precisa aprová-la.',
  addedByProgram:
    'Um programa adicionou você há menos de sete dias. Outro administrador da conta precisa confirmar você primeiro.',
  mailboxUnproven:
    'Confirme primeiro seu e-mail: saia, escolha “Esqueceu a senha?” e use o link da mensagem. Depois aprove.',
  decided: 'Esta proposta já foi decidida.',
  outdated: 'As regras mudaram depois desta proposta. Recuse-a e proponha de novo.',
  needReason: 'Pedir um motivo quando um limite ou uma regra é afrouxado ou removido',
  needReasonHelp:
    'Vale para regras de advertência, regras de e-mail, políticas de escalonamento e webhooks. O motivo é guardado na trilha de auditoria.',
  needApproval: 'Uma segunda pessoa precisa aprovar essas alterações de regras de advertência',
  needApprovalHelp: 'A alteração espera na página do dispositivo até outro gerente aprovar ou recusar.',
};
