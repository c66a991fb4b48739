import { texts } from '@tocsin/contract/texts/accounts';
import { useEffect, useState } from 'react';
import { endSession, isLapsed, onSession, signIn, token } from '../../api/session.ts';
import { type Me, useMe } from '../../domain/me.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { useAction } from '../../ui/use-action.ts';
import { login, sessionOf, verifySession } from './queries.ts';

const t = texts.lapsed;

/** Asks the same person for the password, and the same second factor, over a form whose session has ended. */
const SignInAgain = ({ id, email }: { readonly id: Me['id']; readonly email: string }) => {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  /** A session that waits for its second factor. */
  const [waiting, setWaiting] = useState<string | null>(null);
  const { run, busy, failure } = useAction(
    async () => {
      if (waiting !== null) {
        await verifySession(waiting, code.replaceAll(/\s/g, ''));
        return signIn(waiting);
      }
      const fresh = await login(email, password);
      const { factor } = await sessionOf(fresh);
      if (factor.registered && !factor.verified) setWaiting(fresh);
      else signIn(fresh);
    },
    { fails: 'here' },
  );
  // Signed in by another tab: only the same person gets the form.
  useEffect(
    () =>
      onSession(() => {
        const now = token();
        if (now === null) return;
        void sessionOf(now).then(({ me }) => (me.id === id ? isLapsed.set(false) : window.location.assign('/sites')));
      }),
    [id],
  );
  return (
    <Dialog title={t.title} onClose={() => undefined}>
      <Stack
        as="form"
        gap={16}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <p>{t.about(email)}</p>
        {waiting === null ? (
          <Field
            label={t.password}
            type="password"
            autoComplete="current-password"
            autoFocus
            value={password}
            error={failure ?? undefined}
            onChange={(event) => setPassword(event.target.value)}
          />
        ) : (
          <Field
            label={texts.twoFactor.tokenOrRecovery}
            autoComplete="one-time-code"
            autoFocus
            value={code}
            error={failure ?? undefined}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        <Row wrap gap={8}>
          <Button type="submit" look="primary" busy={busy}>
            {t.submit}
          </Button>
          <Button onClick={endSession}>{t.other}</Button>
        </Row>
      </Stack>
    </Dialog>
  );
};

/** Keeps the page while its session has ended and a form has input. */
export const SessionEnded = () => {
  const me = useMe();
  return me ? <SignInAgain id={me.id} email={me.email} /> : null;
};
