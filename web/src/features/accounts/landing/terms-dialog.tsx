import { texts } from '@tocsin/contract/texts/accounts';
import { Terms } from '../components/terms.tsx';
import { LandingDialog } from './landing-dialog.tsx';

export const TermsDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <LandingDialog title={texts.terms.title} onClose={onClose} wide>
    <Terms />
  </LandingDialog>
);
