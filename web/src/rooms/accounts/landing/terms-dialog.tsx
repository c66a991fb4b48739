import { Dialog } from '../parts/dialog.tsx';
import { Terms } from '../parts/terms.tsx';
import { texts } from '../texts.ts';

export const TermsDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title={texts.terms.title} onClose={onClose} wide>
    <Terms />
  </Dialog>
);
