import { useState } from 'react';
import { Button } from './button.tsx';
import { useConfirm } from './confirm.tsx';
import { RemovalDialog } from './removal-dialog.tsx';

interface Texts {
  readonly deactivate: string;
  readonly deactivateAsk: (name: string) => string;
  readonly deactivateAbout: string;
  readonly reactivate: string;
  readonly reactivateAsk: (name: string) => string;
  readonly reactivateAbout: string;
  readonly remove: string;
  readonly removeAbout: string;
}

interface Props {
  /** The readable kind: 'site', 'device'. */
  readonly kind: string;
  readonly name: string;
  readonly isSuspended: boolean;
  readonly texts: Texts;
  readonly onSuspend: () => Promise<void>;
  readonly onRemove: (cascade: boolean) => Promise<void>;
}

/** Suspend and remove actions, separate from the form, each with a confirmation. */
export const SuspendAndRemove = ({ kind, name, isSuspended, texts, onSuspend, onRemove }: Props) => {
  const { ask, dialog } = useConfirm();
  const [removing, setRemoving] = useState(false);
  const askSuspend = (): void =>
    ask({
      title: isSuspended ? texts.reactivateAsk(name) : texts.deactivateAsk(name),
      body: isSuspended ? texts.reactivateAbout : texts.deactivateAbout,
      yes: isSuspended ? texts.reactivate : texts.deactivate,
      danger: !isSuspended,
      act: onSuspend,
    });
  return (
    <>
      <Button look={isSuspended ? 'plain' : 'danger'} onClick={askSuspend}>
        {isSuspended ? texts.reactivate : texts.deactivate}
      </Button>
      <Button look="danger" onClick={() => setRemoving(true)}>
        {texts.remove}
      </Button>
      {dialog}
      {removing && (
        <RemovalDialog
          kind={kind}
          name={name}
          onRemove={onRemove}
          about={texts.removeAbout}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
};
