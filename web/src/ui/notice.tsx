import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import css from './notice.module.css';

/** The severity of a notice; `hatch` is for missing data. */
export type NoticeTone = 'info' | 'warning' | 'alarm' | 'hatch';
const icons: Readonly<Record<NoticeTone, IconName>> = {
  info: 'info',
  warning: 'warningSolid',
  alarm: 'bellSolid',
  hatch: 'brokenLink',
};

interface Props {
  readonly tone: NoticeTone;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** A persistent line across the page, which pushes content down and takes no focus. */
export const Notice = ({ tone, children, actions }: Props) => (
  <div className={`${css.notice} ${css[tone]}`} role="status">
    <Icon name={icons[tone]} size={16} />
    <div className={css.text}>{children}</div>
    {actions}
  </div>
);
