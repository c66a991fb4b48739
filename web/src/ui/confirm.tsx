import { texts } from '@tocsin/contract/texts/ui';
import { type ReactNode, useCallback, useState } from 'react';
import { Calm } from './button.tsx';
import { LateModal } from './late-modal.tsx';
import { type ActionOptions, useAction } from './use-action.ts';

interface Question extends Pick<ActionOptions<[], unknown>, 'refetches' | 'toast'> {
  readonly title: string;
  /** The consequences of the action. */
  readonly body?: ReactNode;
  readonly yes: string;
  readonly no?: string;
  readonly danger?: boolean;
  /** The action, for which the dialog waits; if it rejects, the dialog stays open and shows the error. */
  readonly act: () => Promise<unknown>;
}

/** Asks for confirmation: `ask` opens the dialog, and `dialog` must be rendered anywhere on the page. */
export const useConfirm = (): { readonly ask: (question: Question) => void; readonly dialog: ReactNode } => {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const ask = useCallback((next: Question) => {
    setQuestion(next);
    setOpen(true);
  }, []);
  const { run, busy } = useAction(async () => question?.act(), {
    ...(question && { refetches: question.refetches, toast: question.toast }),
    onDone: () => setOpen(false),
  });
  const dialog = question && (
    <LateModal
      open={open}
      title={question.title}
      okText={<Calm>{question.yes}</Calm>}
      cancelText={question.no ?? texts.cancel}
      okButtonProps={{ danger: question.danger ?? false }}
      confirmLoading={busy}
      onOk={run}
      onCancel={() => setOpen(false)}
      width={440}
      destroyOnHidden
    >
      {question.body}
    </LateModal>
  );
  return { ask, dialog };
};
