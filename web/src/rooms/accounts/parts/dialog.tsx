import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '../../../kit/button.tsx';
import { texts } from '../texts.ts';
import { AlertArea } from './alert-area.tsx';
import './parts.css';

type Props = {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly children: ReactNode;
};

/** The browser's own modal dialog: it keeps the focus, closes by Escape and gives the focus back. */
export const Dialog = ({ title, onClose, wide, children }: Props) => {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={wide ? 'acc-dialog is-wide' : 'acc-dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        // Beside the panel: the backdrop belongs to the dialog element itself.
        if (event.target === ref.current) onClose();
      }}
    >
      <div className="acc-panel">
        <header>
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label={texts.alerts.close} onClick={onClose} />
        </header>
        <AlertArea className="in-dialog" />
        {children}
      </div>
    </dialog>
  );
};
