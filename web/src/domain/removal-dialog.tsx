import { RemovalBlock } from '@tocsin/contract/clients';
import { texts } from '@tocsin/contract/texts/ui';
import { useState } from 'react';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Stack, Text } from '../ui/layout.tsx';
import { useAction } from '../ui/use-action.ts';

const t = texts.removal;

interface Props {
  /** What is removed: 'client', 'site', 'device'. */
  readonly kind: string;
  readonly name: string;
  /** Consequences, shown with the note that it can be restored. */
  readonly about?: string;
  /** Removes it. Without `cascade`, the server refuses with 409 and a list if there are dependents. */
  readonly onRemove: (cascade: boolean) => Promise<void>;
  readonly onClose: () => void;
}

const dependents = (block: RemovalBlock): readonly string[] =>
  [
    block.sites === 0 ? null : t.sites(block.sites),
    block.devices === 0 ? null : t.devices(block.devices),
    block.schemas.length === 0 ? null : t.usedIn(block.schemas.join(', ')),
  ].filter((line): line is string => line !== null);

const blockOf = (error: unknown): RemovalBlock | null => {
  if (!(error instanceof Error) || !('body' in error)) return null;
  return RemovalBlock.safeParse(error.body).data ?? null;
};

/** Confirms a removal; if there are dependents, lists them and requires the user to type the name. */
export const RemovalDialog = ({ kind, name, about, onRemove, onClose }: Props) => {
  const [block, setBlock] = useState<RemovalBlock | null>(null);
  const [typed, setTyped] = useState('');
  const { run, busy, failure, error } = useAction(() => onRemove(block !== null), {
    fails: 'here',
    onFailure: (refusal) => setBlock((before) => blockOf(refusal) ?? before),
  });
  return (
    <FormDialog
      title={t.title(kind, name)}
      verb={block ? t.all : t.remove}
      danger
      isReady={block === null || typed.trim() === name}
      busy={busy}
      failure={blockOf(error) ? null : failure}
      onSubmit={run}
      onClose={onClose}
    >
      <Stack gap={10}>
        {about && <p>{about}</p>}
        {block && (
          <>
            <p>{t.dependents}</p>
            <ul>
              {dependents(block).map((line) => (
                <Text as="li" marginLeft={18} listStyle="disc" key={line}>
                  {line}
                </Text>
              ))}
            </ul>
            <Field
              label={t.typeName(name)}
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          </>
        )}
        <p>{t.restorable}</p>
      </Stack>
    </FormDialog>
  );
};
