import { texts } from '@tocsin/contract/texts/accounts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { useForm } from '../components/use-form.ts';
import { checkSignIn, type SignInValues } from '../model.ts';
import './sign-in.css';

const t = texts.signIn;
const f = texts.forms;
const empty: SignInValues = { username: '', password: '' };

type Props = {
  readonly initial: SignInValues;
  /** Signs in, or throws; the form is cleared either way (docs/spec/administration.md, section 4). */
  readonly onSend: (values: SignInValues) => Promise<void>;
  readonly onFailed: (error: unknown) => void;
  readonly onForgot: () => void;
  readonly onRegister: () => void;
  /** For static HTML: nothing can be submitted, because the browser would put the password into the address. */
  readonly still?: boolean;
};

export const SignInForm = ({ initial, onSend, onFailed, onForgot, onRegister, still }: Props) => {
  const form = useForm(
    empty,
    checkSignIn,
    async (values, reset) => {
      await onSend(values);
      reset();
      return undefined;
    },
    (error, _values, reset) => {
      reset();
      onFailed(error);
    },
    initial,
  );
  return (
    <div className="sign-in">
      <form ref={form.ref} className="sign-in-form" onSubmit={form.submit} noValidate>
        <h2>{t.title}</h2>
        <Field
          label={f.username.label}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('username')}
        />
        <PasswordField
          label={f.password.label}
          name="password"
          autoComplete="current-password"
          {...form.field('password')}
        />
        <Button type={still ? 'button' : 'submit'} look="primary" size="large" busy={form.busy} data-early="sign-in">
          {t.submit}
        </Button>
        <button type="button" className="sign-in-link" data-early="forgot" onClick={onForgot}>
          {t.forgot}
        </button>
      </form>
      <p className="sign-in-passkey">
        <a href="/sign-in/passkey">{t.passkey}</a>
      </p>
      <div className="sign-in-register">
        <p>{t.noAccount}</p>
        <Button size="large" data-early="register" onClick={onRegister}>
          {t.register}
        </Button>
      </div>
    </div>
  );
};
