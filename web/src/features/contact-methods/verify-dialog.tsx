import { texts as t } from '@tocsin/contract/texts/contact-methods';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { useAction } from '../../ui/use-action.ts';
import { sendCode, verifyMethod } from './queries.ts';

interface Props {
  readonly id: number;
  readonly title: string;
  /** Why the first code was not sent; null: it was. */
  readonly failure: string | null;
  /** Secret that signs the messages of a new webhook; null: not a webhook. */
  readonly secret: string | null;
  readonly onVerified: () => void;
  readonly onClose: () => void;
}

/** Asks for the code that was sent to a number or a webhook. */
export const VerifyDialog = ({ id, title, failure, secret, onVerified, onClose }: Props) => {
  const [code, setCode] = useState('');
  const [about, setAbout] = useState(failure === null ? t.codeSent(title) : t.codeNotSent(failure));
  const [isSent, setSent] = useState(false);
  const verify = useAction(() => verifyMethod(id, code), { fails: 'here', onDone: onVerified });
  const again = useAction(() => sendCode(id), {
    fails: 'here',
    onDone: (sent) => setAbout(sent.is_sent ? t.codeSent(title) : t.codeNotSent(sent.error ?? '')),
  });
  const isMissing = isSent && code.trim() === '';
  return (
    <Dialog title={t.verifyOf(title)} onClose={onClose}>
      <Stack
        as="form"
        gap={16}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setSent(true);
          again.clear();
          if (code.trim() !== '') verify.run();
        }}
      >
        <p aria-live="polite">{about}</p>
        {secret !== null && <Field label={t.secret} help={t.secretOnce} value={secret} readOnly />}
        <Field
          label={t.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          error={isMissing ? t.codeMissing : (verify.failure ?? again.failure ?? undefined)}
          onChange={(event) => setCode(event.target.value)}
        />
        <Row wrap gap={8}>
          <Button type="submit" look="primary" busy={verify.busy || again.busy}>
            {t.verify}
          </Button>
          <Button
            onClick={() => {
              setSent(false);
              verify.clear();
              again.run();
            }}
          >
            {t.sendAgain}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
};
