import { Dialog } from '../components/dialog.tsx';
import { Terms } from '../components/terms.tsx';
import { texts } from '../texts.ts';

export const TermsDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title={texts.terms.title} onClose={onClose} wide>
    <Terms />
  </Dialog>
);
