import { texts } from '@tocsin/contract/texts/accounts';
import { CallError } from '../../../api/http.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { useForm } from '../components/use-form.ts';
import '../components/components.css';

const t = texts.twoFactor;

const wrongText = (error: unknown): string =>
  error instanceof CallError && (error.status === 400 || error.status === 429) ? error.message : t.failed;

type Props = { readonly label: string; readonly onSend: (token: string) => Promise<void> };

/** A field for a one-time code: has the initial focus, and is cleared after each attempt. */
export const TokenForm = ({ label, onSend }: Props) => {
  const form = useForm(
    { token: '' },
    ({ token }) => (token.trim() === '' ? { token: t.tokenMissing } : {}),
    async ({ token }, reset) => {
      try {
        await onSend(token.replaceAll(/\s/g, ''));
        return undefined;
      } catch (error) {
        reset();
        return { token: wrongText(error) };
      }
    },
    () => undefined,
  );
  return (
    <form ref={form.ref} className="acc-form" onSubmit={form.submit} noValidate>
      <Field
        label={label}
        name="token"
        autoComplete="one-time-code"
        inputMode="text"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={64}
        autoFocus
        {...form.field('token')}
      />
      <div className="acc-actions">
        <Button type="submit" look="primary" size="large" busy={form.busy}>
          {t.verifyButton}
        </Button>
      </div>
    </form>
  );
};
