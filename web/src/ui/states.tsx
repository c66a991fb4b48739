import { texts } from '@tocsin/contract/texts/ui';
import type { CSSProperties, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Row, Stack, Text } from './layout.tsx';
import css from './states.module.css';
import { useAfterDelay } from './use-after-delay.ts';

/** The loading state. Its text, by default from the specification, appears after 300 ms, to avoid flicker. */
export const Loading = ({ text = texts.loading }: { readonly text?: string }) => {
  const shown = useAfterDelay(300);
  return (
    <Row justify="center" gap={12} minHeight={240} tone="quiet" role="status">
      {shown && (
        <>
          <Text width={20} height={20} borderRadius="50%" className={css.spinner} aria-hidden="true" />
          {text}
        </>
      )}
    </Row>
  );
};

interface StateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}

const State = ({ icon, title, text, children }: StateProps) => (
  <Stack grows align="center" gap={8} padding="64px 20px" tone="faint" textAlign="center">
    <Icon name={icon} size={32} />
    <Text as="p" size={16} line={22} weight={600} tone="plain">
      {title}
    </Text>
    {text && (
      <Text as="p" maxWidth="56ch" tone="quiet">
        {text}
      </Text>
    )}
    {children && (
      <Row gap={8} marginTop={8} align="stretch">
        {children}
      </Row>
    )}
  </Stack>
);

/** The empty state: what would be here, and what to do. */
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

/** The failed state: what failed, and a button to retry. */
export const Failed = ({ text, again }: FailedProps) => (
  <div role="alert">
    <State icon="warning" title={text}>
      {again && (
        <Button icon="refresh" onClick={again}>
          {texts.again}
        </Button>
      )}
    </State>
  </div>
);

/** The state of something to which the user has no access. */
export const NotAllowed = ({ text }: { readonly text: string }) => <State icon="lock" title={text} />;

interface Props {
  width?: number | string;
  height?: number | string;
  style?: CSSProperties;
  /** Without animation, for pages with many, which would all be repainted in each frame. */
  still?: boolean;
}

/** A grey placeholder with the size of the content. */
export const Skeleton = ({ width, height = 16, style, still = false }: Props) => (
  <span
    className={still ? css.skeletonStill : css.skeletonBlock}
    style={{ width, height, ...style }}
    aria-hidden="true"
  />
);
