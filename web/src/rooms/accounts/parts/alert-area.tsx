import { useSyncExternalStore } from 'react';
import { IconButton } from '../../../kit/button.tsx';
import { Icon, type IconName } from '../../../kit/icon.tsx';
import { type Alert, type AlertTone, alerts } from '../alerts.ts';
import { texts } from '../texts.ts';
import './parts.css';

const icons: Readonly<Record<AlertTone, IconName>> = { success: 'tick', warning: 'warning', error: 'warning' };

const Shown = ({ alert }: { readonly alert: Alert }) => (
  <div className={`acc-alert is-${alert.tone}`} data-alert={alert.name}>
    <Icon name={icons[alert.tone]} size={20} />
    <p>{alert.text}</p>
    <IconButton icon="close" size={16} label={texts.alerts.close} onClick={alerts.clear} />
  </div>
);

/** The live region stands before anything is said in it, or nobody would hear it. Texts are text, never markup. */
export const AlertArea = ({ className = '' }: { readonly className?: string }) => {
  const current = useSyncExternalStore(alerts.subscribe, alerts.current, alerts.current);
  return (
    <div className={`acc-alerts ${className}`} role="status" aria-live="polite">
      {current ? <Shown alert={current} /> : null}
    </div>
  );
};
