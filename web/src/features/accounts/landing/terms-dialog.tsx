import { texts } from '@tocsin/contract/texts/accounts';
import { Dialog } from '../components/dialog.tsx';
import { Terms } from '../components/terms.tsx';

export const TermsDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title={texts.terms.title} onClose={onClose} wide>
    <Terms />
  </Dialog>
);
