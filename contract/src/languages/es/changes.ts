import type { texts as English } from '../../texts/changes.ts';

export const texts: typeof English = {
  reasonMissing: 'Este cambio relaja o elimina un límite o una regla. Indique el motivo.',
  title: '¿Por qué este cambio?',
  about:
    'Relaja o elimina un límite o una regla. El motivo se guarda en la bitácora de auditoría con los valores anteriores y nuevos.',
  reason: 'Motivo',
  save: 'Guardar con motivo',
  proposedToast: 'Propuesto. Las reglas no cambian hasta que otra persona apruebe el cambio.',
  proposed: (by, at) => `${by} propuso un cambio, ${at}`,
  proposedAbout: 'Las reglas vigentes no cambian hasta que otra persona con los mismos derechos decida.',
  why: (reason) => `Motivo: ${reason}`,
  removed: 'Se eliminaría',
  added: 'Se agregaría',
  comment: 'Comentario',
  approve: 'Aprobar',
  decline: 'Rechazar',
  withdraw: 'Retirar',
  only: 'Solo un gerente del sitio puede aprobarlo.',
  approved: 'El cambio está aprobado y vigente.',
  declined: 'El cambio fue rechazado.',
  otherPerson: 'Otra persona debe aprobar este cambio.',
  addedByAuthor: 'La persona que propuso este cambio lo agregó a usted. Otra persona debe aprobarlo.',
  addedByProgram:
    'Un programa lo agregó hace menos de siete días. Primero debe confirmarlo otra persona que administra la cuenta.',
  mailboxUnproven:
    'Confirme primero su correo electrónico: cierre la sesión, elija «¿Olvidó su contraseña?» y use el enlace del correo. Después apruebe el cambio.',
  decided: 'Esta propuesta ya se decidió.',
  outdated: 'Las reglas cambiaron después de esta propuesta. Rechácela y propóngala de nuevo.',
  needReason: 'Pedir un motivo cuando se relaja o elimina un límite o una regla',
  needReasonHelp:
    'Se aplica a reglas de advertencia, reglas de correo, políticas de escalamiento y webhooks. El motivo se guarda en la bitácora de auditoría.',
  needApproval: 'Una segunda persona debe aprobar esos cambios en las reglas de advertencia',
  needApprovalHelp: 'El cambio espera en la página del dispositivo hasta que otro gerente lo apruebe o lo rechace.',
};
