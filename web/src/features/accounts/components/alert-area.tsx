import { texts } from '@tocsin/contract/texts/accounts';
import { useSyncExternalStore } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { type Alert, type AlertTone, alerts } from '../alerts.ts';
import './components.css';

const icons: Readonly<Record<AlertTone, IconName>> = { success: 'tick', warning: 'warning', error: 'warning' };

const Shown = ({ alert }: { readonly alert: Alert }) => (
  <div className={`acc-alert is-${alert.tone}`} data-alert={alert.name}>
    <Icon name={icons[alert.tone]} size={20} />
    <p>{alert.text}</p>
    <IconButton icon="close" size={16} label={texts.alerts.close} onClick={alerts.clear} />
  </div>
);

/** The live region must exist before its first message, or screen readers do not announce it. Texts are never markup. */
export const AlertArea = ({ className = '' }: { readonly className?: string }) => {
  const current = useSyncExternalStore(alerts.subscribe, alerts.current, alerts.current);
  return (
    <div className={`acc-alerts ${className}`} role="status" aria-live="polite">
      {current ? <Shown alert={current} /> : null}
    </div>
  );
};
