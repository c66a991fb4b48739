import type { ButtonHTMLAttributes, ReactNode } from 'react';
import css from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `danger` is for destructive actions; `quiet` has no border. */
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly icon?: IconName;
  readonly size?: 'bar' | 'usual' | 'large';
  /** Disables the button while its action runs; the width is kept. */
  readonly busy?: boolean;
}

/** The class of a link that looks like a button. */
export const buttonLink = `${css.button} ${css.link}`;

const capitals = /^[\p{Lu} +’-]+$/u;
/** A text that the specification writes in capitals, shown like every other one. */
export const Calm = ({ children }: { readonly children: ReactNode }) => {
  if (typeof children !== 'string' || children.length <= 3 || !capitals.test(children)) return children;
  const sign = children.startsWith('+ ') ? '+ ' : '';
  return (
    <>
      {sign}
      <span className={css.calm}>{children.slice(sign.length)}</span>
    </>
  );
};

/** A button with an optional icon. */
export const Button = ({ look = 'plain', icon, size = 'usual', busy = false, children, className, ...rest }: Props) => (
  <button
    type="button"
    {...rest}
    className={[css.button, css[look], css[size], className].filter(Boolean).join(' ')}
    disabled={rest.disabled || busy}
    aria-busy={busy || undefined}
  >
    {icon && <Icon name={icon} size={16} />}
    <Calm>{children}</Calm>
  </button>
);

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: IconName;
  readonly label: string;
  readonly size?: number;
}

/** A button with only an icon; the label is its accessible name and tooltip. */
export const IconButton = ({ icon, label, size = 20, className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    title={label}
    aria-label={label}
    {...rest}
    className={[css.iconButton, className].filter(Boolean).join(' ')}
  >
    <Icon name={icon} size={size} />
  </button>
);
