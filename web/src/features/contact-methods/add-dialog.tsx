import type { OwnProof } from '@tocsin/contract/passkeys';
import { texts as t } from '@tocsin/contract/texts/contact-methods';
import { useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { OwnProofField } from '../../domain/own-proof-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { useAction } from '../../ui/use-action.ts';
import { addMethod } from './queries.ts';

type Added = Awaited<ReturnType<typeof addMethod>>;

interface Props {
  readonly kind: 'sms' | 'webhook';
  /** The session proves the user already. */
  readonly isProven: boolean;
  readonly onAdded: (method: Added) => void;
  readonly onClose: () => void;
}

/** Asks for a telephone number or a webhook address, to which a code is sent. */
export const AddDialog = ({ kind, isProven, onAdded, onClose }: Props) => {
  const [value, setValue] = useState('');
  const [password, setPassword] = useState('');
  const { run, busy, failure, error } = useAction(
    (proof: OwnProof) => addMethod({ ...proof, ...(kind === 'sms' ? { kind, number: value } : { kind, url: value }) }),
    { fails: 'here', onDone: onAdded },
  );
  const wrongPassword = error instanceof CallError ? error.fields.password?.[0] : undefined;
  return (
    <Dialog title={kind === 'sms' ? t.addNumber : t.addWebhook} onClose={onClose}>
      <Stack
        as="form"
        gap={16}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          run(isProven ? {} : { password });
        }}
      >
        <Field
          label={kind === 'sms' ? t.number : t.url}
          help={kind === 'sms' ? t.numberHelp : t.urlHelp}
          type={kind === 'sms' ? 'tel' : 'url'}
          autoComplete={kind === 'sms' ? 'tel' : 'off'}
          autoFocus
          value={value}
          error={wrongPassword === undefined ? (failure ?? undefined) : undefined}
          onChange={(event) => setValue(event.target.value)}
        />
        {isProven ? (
          wrongPassword !== undefined && <p role="alert">{wrongPassword}</p>
        ) : (
          <OwnProofField password={password} error={wrongPassword} onPassword={setPassword} onPasskey={run} />
        )}
        <Row wrap gap={8}>
          <Button type="submit" look="primary" busy={busy}>
            {t.add}
          </Button>
          <Button onClick={onClose}>{t.cancel}</Button>
        </Row>
      </Stack>
    </Dialog>
  );
};
