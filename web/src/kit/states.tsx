import type { CSSProperties, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import css from './states.module.css';
import { useLater } from './use-later.ts';

/** Waiting: the text is the specification's; it shows after 300 ms, so that quick answers do not flicker. */
export const Loading = ({ text = 'Loading...' }: { readonly text?: string }) => {
  const shown = useLater(300);
  return (
    <div className={css.loading} role="status">
      {shown && (
        <>
          <span className={css.spinner} aria-hidden="true" />
          {text}
        </>
      )}
    </div>
  );
};

interface StateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}

const State = ({ icon, title, text, children }: StateProps) => (
  <div className={css.state}>
    <Icon name={icon} size={32} />
    <p className={css.title}>{title}</p>
    {text && <p className={css.text}>{text}</p>}
    {children && <div className={css.actions}>{children}</div>}
  </div>
);

/** Nothing is here: what would be, and what one can do. */
export const Empty = ({
  title,
  text,
  icon = 'list',
  children,
}: Omit<StateProps, 'icon'> & { readonly icon?: IconName }) => (
  <State icon={icon} title={title} text={text}>
    {children}
  </State>
);

interface FailedProps {
  readonly text: string;
  readonly again?: () => void;
}

/** What failed and how to try again; support contacts come from whoever composes the page. */
export const Failed = ({ text, again }: FailedProps) => (
  <div role="alert">
    <State icon="warning" title={text}>
      {again && (
        <Button icon="refresh" onClick={again}>
          Try again
        </Button>
      )}
    </State>
  </div>
);

/** It is there, but not for this person. */
export const NotAllowed = ({ text }: { readonly text: string }) => <State icon="lock" title={text} />;

/** A grey shape of the final size. */
export const Bone = ({
  width,
  height = 16,
  style,
  still = false,
}: {
  width?: number | string;
  height?: number | string;
  style?: CSSProperties;
  /** Where many stand on a page, shimmering would paint all of them with every frame. */
  still?: boolean;
}) => <span className={still ? css.stillBone : css.bone} style={{ width, height, ...style }} aria-hidden="true" />;
