import { texts } from '@tocsin/contract/texts/accounts';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { AlertArea } from '../components/alert-area.tsx';
import '../components/components.css';

type Props = {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly children: ReactNode;
};

/**
 * The dialog of the landing page, which loads without antd: the browser's own modal dialog, which traps the focus,
 * closes on Escape and restores the focus. All other pages use ui/dialog.tsx or antd's Modal.
 */
export const LandingDialog = ({ title, onClose, wide, children }: Props) => {
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
        // The backdrop belongs to the dialog element, so its clicks have the dialog as target.
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
