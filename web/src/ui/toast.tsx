import { texts } from '@tocsin/contract/texts/ui';
import { createPortal } from 'react-dom';
import { Icon, type IconName } from './icon.tsx';
import { createStore } from './store.ts';
import css from './toast.module.css';
import { useStore } from './use-store.ts';

/** The kind of a toast; screen readers announce errors at once. */
export type ToastKind = 'success' | 'error' | 'warning' | 'info';
interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
}

/** General alerts disappear after 5 s (docs/spec/administration.md, section 9). */
const clearMs = 5_000;
const maxToasts = 4;
const toasts = createStore<readonly Toast[]>([]);
let nextId = 1;

const closeToast = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));

/** Shows a toast for 5 s; it replaces one with the same text. */
export const showToast = (kind: ToastKind, text: string): void => {
  const toast = { id: nextId++, kind, text };
  toasts.set([...toasts.get().filter((t) => t.text !== text), toast].slice(-maxToasts));
  setTimeout(() => closeToast(toast.id), clearMs);
};

const icons: Readonly<Record<ToastKind, IconName>> = {
  success: 'tick',
  error: 'warning',
  warning: 'warning',
  info: 'info',
};

/** The container of the toasts, rendered once per page. */
export const ToastHost = () => {
  const shown = useStore(toasts);
  return createPortal(
    <div className={css.host} aria-live="polite">
      {shown.map((toast) => (
        <div
          key={toast.id}
          className={`${css.toast} ${css[toast.kind]}`}
          role={toast.kind === 'error' ? 'alert' : 'status'}
        >
          <Icon name={icons[toast.kind]} size={16} />
          <span>{toast.text}</span>
          <button type="button" className={css.close} aria-label={texts.close} onClick={() => closeToast(toast.id)}>
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
    </div>,
    document.body,
  );
};
