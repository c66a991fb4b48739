import { RemovalBlock } from '@tocsin/contract/clients';
import { texts } from '@tocsin/contract/texts/ui';
import { Modal } from 'antd';
import { useState } from 'react';
import { Field } from './field.tsx';
import css from './removal-dialog.module.css';

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
  const [busy, setBusy] = useState(false);
  const [block, setBlock] = useState<RemovalBlock | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const remove = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await onRemove(block !== null);
    } catch (error) {
      const foundBlock = blockOf(error);
      if (foundBlock) setBlock(foundBlock);
      else setFailure(error instanceof Error ? error.message : null);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t.title(kind, name)}
      okText={block ? t.all : t.remove}
      okButtonProps={{ danger: true, disabled: block !== null && typed.trim() !== name }}
      confirmLoading={busy}
      onOk={() => void remove()}
      onCancel={onClose}
      width={460}
    >
      <div className={css.body}>
        {about && <p>{about}</p>}
        {block && (
          <>
            <p>{t.dependents}</p>
            <ul>
              {dependents(block).map((line) => (
                <li key={line}>{line}</li>
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
        {failure && (
          <p className={css.failure} role="alert">
            {failure}
          </p>
        )}
      </div>
    </Modal>
  );
};
