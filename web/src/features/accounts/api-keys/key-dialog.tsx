import { keyScopes } from '@tocsin/contract/access';
import type { OwnProof } from '@tocsin/contract/passkeys';
import { texts } from '@tocsin/contract/texts/api-keys';
import { useId, useState } from 'react';
import { useMe } from '../../../domain/me.ts';
import { OwnProofField } from '../../../domain/own-proof-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useForm } from '../components/use-form.ts';
import { makeKey, serverText } from '../queries.ts';
import { checkKey, emptyForm, type KeyForm, scopesOf, withScope } from './model.ts';
import css from './page.module.css';

const t = texts.form;
export type CreatedKey = Awaited<ReturnType<typeof makeKey>>;

/** The clients to which a key can be limited: the user's own, or for operator staff the selected one. */
const useClientChoices = (): readonly { readonly id: number; readonly company: string }[] => {
  const me = useMe();
  if (!me) return [];
  if (me.clients.length > 0) return me.clients;
  return me.current_client ? [me.current_client] : [];
};

const fieldsOf = ({ name, scopes, client, days }: Omit<KeyForm, 'password'>) => ({
  name: name.trim(),
  scopes: scopesOf(scopes),
  client: client === '' ? null : Number(client),
  days: Number(days),
});

export const KeyDialog = ({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedKey) => void;
}) => {
  const clients = useClientChoices();
  const ids = { scopes: useId(), client: useId(), days: useId() };
  const form = useForm(
    emptyForm,
    checkKey,
    async ({ password, ...values }) => {
      onCreated(await makeKey({ ...fieldsOf(values), password }));
      return undefined;
    },
    (error) => showToast('error', serverText(error) ?? texts.failed),
  );
  const [refusal, setRefusal] = useState<string>();
  /** The passkey stands for the password; what else is missing is told like a refusal. */
  const sendPasskey = (proof: OwnProof): void => {
    const [missing] = Object.values(checkKey({ ...form.values, password: '-' }));
    if (missing === undefined)
      void makeKey({ ...fieldsOf(form.values), ...proof })
        .then(onCreated)
        .catch((error: unknown) => setRefusal(serverText(error) ?? texts.failed));
    else setRefusal(missing);
  };
  const chosen = scopesOf(form.values.scopes);
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form ref={form.ref} className="acc-form" onSubmit={form.submit} noValidate>
        <Field label={t.name} name="name" autoComplete="off" help={t.nameHelp} {...form.field('name')} />
        <Stack
          as="fieldset"
          gap={0}
          margin={0}
          padding={0}
          border={0}
          className={css.scopes}
          aria-describedby={form.errors.scopes ? ids.scopes : undefined}
        >
          <legend>{t.scopes}</legend>
          {keyScopes.map((scope, index) => (
            <Row key={scope} as="label" gap={12} minHeight={40} tone="quiet" cursor="pointer" className={css.scope}>
              <input
                type="checkbox"
                checked={chosen.includes(scope)}
                aria-invalid={form.errors.scopes && index === 0 ? true : undefined}
                onChange={(event) => form.set('scopes', withScope(form.values.scopes, scope, event.target.checked))}
              />
              <span>
                <strong>{texts.scopes[scope].name}</strong> {texts.scopes[scope].about}
              </span>
            </Row>
          ))}
          {form.errors.scopes && (
            <Text id={ids.scopes} role="alert" as="p" size={12} line={16} tone="alarm">
              {form.errors.scopes}
            </Text>
          )}
        </Stack>
        {clients.length > 0 && (
          <div className="acc-text">
            <label htmlFor={ids.client}>{t.client}</label>
            <select
              id={ids.client}
              value={form.values.client}
              onChange={(event) => form.set('client', event.target.value)}
            >
              <option value="">{texts.everything}</option>
              {clients.map((client) => (
                <option key={client.id} value={client.id}>
                  {client.company}
                </option>
              ))}
            </select>
          </div>
        )}
        <div className="acc-text">
          <label htmlFor={ids.days}>{t.days}</label>
          <select id={ids.days} value={form.values.days} onChange={(event) => form.set('days', event.target.value)}>
            {texts.life.map(({ days, text }) => (
              <option key={days} value={days}>
                {text}
              </option>
            ))}
          </select>
        </div>
        <OwnProofField
          password={form.values.password}
          error={form.errors.password ?? refusal}
          onPassword={(password) => form.set('password', password)}
          onPasskey={sendPasskey}
        />
        <div className="acc-actions">
          <Button type="submit" look="primary" busy={form.busy}>
            {t.submit}
          </Button>
          <Button onClick={onClose}>{t.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
};
