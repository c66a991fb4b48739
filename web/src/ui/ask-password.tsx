import { texts } from '@tocsin/contract/texts/passkeys';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Row, Stack } from './layout.tsx';
import { useAction } from './use-action.ts';

const t = texts.own;

type Props = {
  readonly title: string;
  readonly about: string;
  readonly submit: string;
  /** Makes the call with the password; a refusal is shown at the field. */
  readonly onSend: (password: string) => Promise<void>;
  readonly onClose: () => void;
};

/** Asks for the user's password before something that their session alone must not be able to do. */
export const AskPassword = ({ title, about, submit, onSend, onClose }: Props) => {
  const [password, setPassword] = useState('');
  const [isSent, setSent] = useState(false);
  const { run, busy, failure } = useAction(() => onSend(password), { fails: 'here' });
  const isMissing = isSent && password === '';
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack
        as="form"
        gap={16}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setSent(true);
          if (password !== '') run();
        }}
      >
        <p>{about}</p>
        <Field
          label={t.password}
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          error={isMissing ? t.passwordMissing : (failure ?? undefined)}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Row wrap gap={8} align="stretch">
          <Button type="submit" look="primary" busy={busy}>
            {submit}
          </Button>
          <Button onClick={onClose}>{t.cancel}</Button>
        </Row>
      </Stack>
    </Dialog>
  );
};
