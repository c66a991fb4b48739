import { texts } from '@tocsin/contract/texts/accounts';
import './components.css';

/** The summary of field errors above a form. */
export const FormSummary = ({ errors }: { readonly errors: Readonly<Record<string, string | undefined>> }) => {
  const count = Object.values(errors).filter(Boolean).length;
  return count === 0 ? null : <p className="acc-summary">{texts.forms.summary(count)}</p>;
};
