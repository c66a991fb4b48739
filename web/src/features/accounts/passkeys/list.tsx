import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnProof, Passkey } from '@tocsin/contract/passkeys';
import { texts } from '@tocsin/contract/texts/passkeys';
import { useState } from 'react';
import { passkeysQuery } from '../../../domain/own-proof-field.tsx';
import { serverNow } from '../../../live/clock.ts';
import { Age } from '../../../ui/age.tsx';
import { Button } from '../../../ui/button.tsx';
import { Stack, Text } from '../../../ui/layout.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { serverText } from '../queries.ts';
import { PasskeyDialog, type PasskeyForm } from './dialog.tsx';
import css from './list.module.css';
import { addPasskey, removePasskey, renamePasskey } from './queries.ts';
import { whyNoPasskeysHere } from './why-not.ts';

const t = texts.own;
type Open = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey };

const formOf = (open: Open): PasskeyForm => {
  if (open.kind === 'add')
    return { title: t.add, about: t.about, fields: ['name', 'password'], name: '', submit: t.create };
  const { name } = open.passkey;
  return open.kind === 'rename'
    ? { title: t.rename, fields: ['name'], name, submit: t.save }
    : { title: t.removeTitle(name), about: t.removeAbout, fields: ['password'], name, submit: t.remove, danger: true };
};

interface RowProps {
  readonly passkey: Passkey;
  readonly onOpen: (open: Open) => void;
}
const Row = ({ passkey, onOpen }: RowProps) => (
  <li>
    <div>
      <strong>{passkey.name}</strong>
      <p>
        {passkey.used_at === null ? (
          t.never
        ) : (
          <>
            {t.used} <Age at={Date.parse(passkey.used_at)} now={serverNow} />
          </>
        )}
      </p>
    </div>
    <Button size="bar" onClick={() => onOpen({ kind: 'rename', passkey })} aria-label={`${t.rename}: ${passkey.name}`}>
      {t.rename}
    </Button>
    <Button size="bar" onClick={() => onOpen({ kind: 'remove', passkey })} aria-label={`${t.remove}: ${passkey.name}`}>
      {t.remove}
    </Button>
  </li>
);

type Props = {
  /** Called with recovery codes if the new passkey is the user's first second factor. */
  readonly onCodes: (codes: readonly string[]) => void;
};

/** The user's passkeys with name and last use: add, rename, remove. */
export const Passkeys = ({ onCodes }: Props) => {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(passkeysQuery());
  const [open, setOpen] = useState<Open | null>(null);
  const whyNot = data ? whyNoPasskeysHere(data.origin) : null;
  /** Resolves with the text of a refusal, or undefined. */
  const act = async (what: Open, name: string, proof: OwnProof): Promise<string | undefined> => {
    try {
      const codes = what.kind === 'add' ? await addPasskey(name, proof) : [];
      if (what.kind === 'rename') await renamePasskey(what.passkey.id, name);
      if (what.kind === 'remove') await removePasskey(what.passkey.id, proof);
      showToast('success', { add: t.created, rename: t.renamed, remove: t.removed }[what.kind]);
      setOpen(null);
      if (codes.length > 0) onCodes(codes);
      await queries.invalidateQueries({ queryKey: ['passkeys'] });
      if (codes.length === 0) await queries.invalidateQueries({ queryKey: ['two-factor'] });
      return undefined;
    } catch (failure) {
      return serverText(failure) ?? texts.failed;
    }
  };
  return (
    <Stack
      as="section"
      gap={12}
      marginTop={28}
      paddingTop={20}
      borderTop="1px solid var(--line)"
      className={css.passkeys}
      aria-labelledby="passkeys-title"
    >
      <Text as="h2" size={16} line={22} id="passkeys-title">
        {t.title}
      </Text>
      <p>{t.about}</p>
      {error ? <Failed text={texts.failed} again={() => void refetch()} /> : null}
      {data === undefined && !error ? <Loading /> : null}
      {data?.count === 0 ? <p>{t.none}</p> : null}
      <ul>
        {data?.results.map((passkey) => (
          <Row key={passkey.id} passkey={passkey} onOpen={setOpen} />
        ))}
      </ul>
      {whyNot !== null ? <p>{whyNot}</p> : null}
      {data && whyNot === null ? (
        <Button className={css.add} icon="lock" onClick={() => setOpen({ kind: 'add' })}>
          {t.add}
        </Button>
      ) : null}
      {open && (
        <PasskeyDialog
          form={formOf(open)}
          onSend={(name, proof) => act(open, name, proof)}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  );
};
