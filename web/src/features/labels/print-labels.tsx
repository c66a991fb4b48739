import { texts } from '@tocsin/contract/texts/labels';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { latePart } from '../../ui/late-part.tsx';
import type { PrintDialogProps } from './print-dialog.tsx';

const PrintDialog = latePart(async () => (await import('./print-dialog.tsx')).PrintDialog);

/** The action that prints QR labels of a site's devices and machines. */
export const PrintLabels = ({ site, zone }: Omit<PrintDialogProps, 'onClose'>) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="grid" onClick={() => setOpen(true)}>
        {texts.print}
      </Button>
      {isOpen && <PrintDialog site={site} zone={zone} onClose={() => setOpen(false)} />}
    </>
  );
};
