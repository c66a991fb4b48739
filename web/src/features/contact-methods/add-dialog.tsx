import { texts as t } from '@tocsin/contract/texts/contact-methods';
import { texts as passkeyTexts } from '@tocsin/contract/texts/passkeys';
import { useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { useAction } from '../../ui/use-action.ts';
import { addMethod } from './queries.ts';

const { own } = passkeyTexts;

type Added = Awaited<ReturnType<typeof addMethod>>;

interface Props {
  readonly kind: 'sms' | 'webhook';
  readonly onAdded: (method: Added) => void;
  readonly onClose: () => void;
}

/** Asks for a telephone number or a webhook address, to which a code is sent. */
export const AddDialog = ({ kind, onAdded, onClose }: Props) => {
  const [value, setValue] = useState('');
  const [password, setPassword] = useState('');
  const { run, busy, failure, error } = useAction(
    () => addMethod({ password, ...(kind === 'sms' ? { kind, number: value } : { kind, url: value }) }),
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
          run();
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
        <Field
          label={own.password}
          type="password"
          autoComplete="current-password"
          value={password}
          error={wrongPassword}
          onChange={(event) => setPassword(event.target.value)}
        />
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
