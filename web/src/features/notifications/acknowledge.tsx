import { useAskedAcknowledge } from '../../live/notifications.ts';
import { latePart } from '../../ui/late-part.tsx';

const AcknowledgeForm = latePart(async () => (await import('./acknowledge-form.tsx')).AcknowledgeForm);

/** The acknowledgement dialog, mounted once in the shell and opened from log, banner, toast and machine page. */
export const AcknowledgeDialog = () => {
  const rows = useAskedAcknowledge();
  return rows.length === 0 ? null : <AcknowledgeForm key={rows[0]?.id} rows={rows} />;
};
