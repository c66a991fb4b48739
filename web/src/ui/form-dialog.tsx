import { texts } from '@tocsin/contract/texts/ui';
import { Modal } from 'antd';
import { type ReactNode, useId } from 'react';
import { Calm } from './button.tsx';
import { Text } from './layout.tsx';
import { mayLeave } from './use-unsaved.ts';

interface Props {
  readonly title: ReactNode;
  /** The word on the button that submits. */
  readonly verb: string;
  readonly cancel?: string;
  /** Marks the verb as destructive. */
  readonly danger?: boolean;
  /** False while the form cannot be submitted. */
  readonly isReady?: boolean;
  readonly busy: boolean;
  /** What prevented the last attempt, below the fields. */
  readonly failure?: string | null | undefined;
  /** Unsaved input, about which closing asks. A dialog with it does not close by a press beside it. */
  readonly dirty?: boolean;
  /** In pixels. */
  readonly width?: number;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** Content below the buttons. */
  readonly foot?: ReactNode;
  /** Beside the page instead of over it. */
  readonly beside?: string | undefined;
  readonly children: ReactNode;
}

/** A dialog with fields, which Enter or its verb submits, and one place for what prevented it. */
export const FormDialog = ({
  title,
  verb,
  cancel = texts.cancel,
  danger = false,
  isReady = true,
  busy,
  failure,
  dirty,
  width = 460,
  onSubmit,
  onClose,
  foot,
  beside,
  children,
}: Props) => {
  const form = useId();
  return (
    <Modal
      open
      title={title}
      okText={<Calm>{verb}</Calm>}
      cancelText={<Calm>{cancel}</Calm>}
      okButtonProps={{ danger, disabled: !isReady, htmlType: 'submit', form }}
      confirmLoading={busy}
      onCancel={() => {
        if (mayLeave(dirty === true)) onClose();
      }}
      width={width}
      {...(dirty === undefined ? {} : { mask: { closable: false } })}
      {...(beside === undefined ? {} : { mask: false, wrapClassName: beside })}
      {...(foot === undefined
        ? {}
        : {
            footer: (buttons: ReactNode) => (
              <>
                {buttons}
                {foot}
              </>
            ),
          })}
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // A form in a portal of React also submits the forms around it.
          event.stopPropagation();
          if (isReady && !busy) onSubmit();
        }}
      >
        {children}
      </form>
      {failure && (
        <Text as="p" marginTop={8} tone="alarm" role="alert">
          {failure}
        </Text>
      )}
    </Modal>
  );
};
