import { texts as outOfService } from '@tocsin/contract/texts/out-of-service';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { OutOfServiceDialog, type OutOfServiceReason } from './out-of-service-dialog.tsx';
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
  /** What it is: 'site', 'device'. */
  readonly kind: string;
  readonly name: string;
  readonly isSuspended: boolean;
  readonly texts: Texts;
  /** Suspends it with a reason; null reactivates it. */
  readonly onSuspend: (input: OutOfServiceReason | null) => Promise<void>;
  /** Changes the reason and review date of a suspension. */
  readonly onExtend: (input: OutOfServiceReason) => Promise<void>;
  readonly onRemove: (cascade: boolean) => Promise<void>;
}

/** The actions that suspend and remove a site or device, each with a confirmation. */
export const SuspendAndRemove = ({ kind, name, isSuspended, texts, onSuspend, onExtend, onRemove }: Props) => {
  const { ask, dialog } = useConfirm();
  const [removing, setRemoving] = useState(false);
  const [asking, setAsking] = useState<'suspend' | 'extend' | null>(null);
  const askReactivate = (): void =>
    ask({
      title: texts.reactivateAsk(name),
      body: texts.reactivateAbout,
      yes: texts.reactivate,
      act: () => onSuspend(null),
    });
  return (
    <>
      <Button
        look={isSuspended ? 'plain' : 'danger'}
        onClick={isSuspended ? askReactivate : () => setAsking('suspend')}
      >
        {isSuspended ? texts.reactivate : texts.deactivate}
      </Button>
      {isSuspended && <Button onClick={() => setAsking('extend')}>{outOfService.extend}</Button>}
      <Button look="danger" onClick={() => setRemoving(true)}>
        {texts.remove}
      </Button>
      {dialog}
      {asking !== null && (
        <OutOfServiceDialog
          title={asking === 'suspend' ? texts.deactivateAsk(name) : outOfService.extendAsk(name)}
          about={asking === 'suspend' ? texts.deactivateAbout : outOfService.extendAbout}
          yes={asking === 'suspend' ? texts.deactivate : outOfService.extend}
          danger={asking === 'suspend'}
          onSave={asking === 'suspend' ? onSuspend : onExtend}
          onClose={() => setAsking(null)}
        />
      )}
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
