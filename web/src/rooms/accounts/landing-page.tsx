import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { Mark } from '../../kit/mark.tsx';
import { CallError } from '../../wire/http.ts';
import css from './landing-page.module.css';
import { login } from './queries.ts';
import { texts } from './texts.ts';

/** The login error clears by itself (administration.md 9). */
const clearMs = 10_000;

export const LandingPage = () => {
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [refused, setRefused] = useState<string | null>(null);

  useEffect(() => {
    if (refused === null) return;
    const timer = setTimeout(() => setRefused(null), clearMs);
    return () => clearTimeout(timer);
  }, [refused]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (username.trim() === '' || password === '') return;
    setBusy(true);
    setRefused(null);
    try {
      await login(username.trim(), password);
    } catch (error) {
      setRefused(error instanceof CallError ? error.message : texts.wrong);
    } finally {
      setTried(false);
      setPassword('');
      setBusy(false);
    }
  };

  return (
    <div className={css.page}>
      <form className={css.card} onSubmit={(event) => void submit(event)} noValidate>
        <div className={css.logo}>
          <Mark size={28} />
          Tocsin
        </div>
        <h1>{texts.title}</h1>
        {refused && (
          <p className={css.refused} role="alert">
            {refused}
          </p>
        )}
        <Field
          label={texts.username}
          name="username"
          autoComplete="username"
          value={username}
          onChange={(event) => setUsername(event.target.value)}
          error={tried && username.trim() === '' ? texts.usernameMissing : undefined}
        />
        <Field
          label={texts.password}
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={tried && password === '' ? texts.passwordMissing : undefined}
        />
        <Button type="submit" look="primary" size="large" busy={busy}>
          {texts.signIn}
        </Button>
      </form>
    </div>
  );
};
