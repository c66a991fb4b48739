import type { OwnProof } from '@tocsin/contract/passkeys';
import { texts } from '@tocsin/contract/texts/passkeys';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Row, Stack } from '../ui/layout.tsx';
import { useAction } from '../ui/use-action.ts';
import { OwnProofField } from './own-proof-field.tsx';

const t = texts.own;

type Props = {
  readonly title: string;
  readonly about: string;
  readonly submit: string;
  /** Makes the call with the password or passkey; a refusal is shown at the field. */
  readonly onSend: (proof: OwnProof) => Promise<void>;
  readonly onClose: () => void;
};

/** Asks for the user's password or passkey before something that their session alone must not be able to do. */
export const AskOwnProof = ({ title, about, submit, onSend, onClose }: Props) => {
  const [password, setPassword] = useState('');
  const [isSent, setSent] = useState(false);
  const { run, busy, failure } = useAction(onSend, { fails: 'here' });
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
          if (password !== '') run({ password });
        }}
      >
        <p>{about}</p>
        <OwnProofField
          autoFocus
          password={password}
          error={isMissing ? t.passwordMissing : (failure ?? undefined)}
          onPassword={setPassword}
          onPasskey={run}
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
