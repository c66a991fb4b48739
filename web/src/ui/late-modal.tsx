import type { ModalProps } from 'antd';
import { latePart } from './late-part.tsx';

/** antd's Modal for dialogs that most visits never open: its code is loaded when one is first rendered. */
export const LateModal = latePart<ModalProps>(async () => (await import('./modal.ts')).Modal);
