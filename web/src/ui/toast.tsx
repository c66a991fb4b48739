import { texts } from '@tocsin/contract/texts/ui';
import { createPortal } from 'react-dom';
import { Icon, type IconName } from './icon.tsx';
import { Grid, Stack } from './layout.tsx';
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
    <Stack
      position="fixed"
      zIndex={1200}
      left="50%"
      gap={8}
      width="min(480px, calc(100vw - 32px))"
      style={{ pointerEvents: 'none' }}
      className={css.host}
      aria-live="polite"
    >
      {shown.map((toast) => (
        <Grid
          key={toast.id}
          surface
          columns="auto 1fr auto"
          align="center"
          gap={10}
          padding="8px 8px 8px 14px"
          tone="plain"
          boxShadow="0 6px 24px rgb(0 0 0 / 18%)"
          style={{ pointerEvents: 'auto' }}
          className={`${css.toast} ${css[toast.kind]}`}
          role={toast.kind === 'error' ? 'alert' : 'status'}
        >
          <Icon name={icons[toast.kind]} size={16} />
          <span>{toast.text}</span>
          <Stack
            type="button"
            as="button"
            placeItems="center"
            width={28}
            height={28}
            borderRadius="var(--r-button)"
            tone="faint"
            className={css.close}
            aria-label={texts.close}
            onClick={() => closeToast(toast.id)}
          >
            <Icon name="close" size={14} />
          </Stack>
        </Grid>
      ))}
    </Stack>,
    document.body,
  );
};
