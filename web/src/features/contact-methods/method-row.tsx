import type { ContactMethod } from '@tocsin/contract/contact-methods';
import { type Priority, priorities } from '@tocsin/contract/priority';
import { texts as t } from '@tocsin/contract/texts/contact-methods';
import { texts as status } from '@tocsin/contract/texts/status';
import { Select } from 'antd';
import { serverNow } from '../../live/clock.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import css from './contact-methods.module.css';

const icons = { push: 'bell', sms: 'text', webhook: 'connect' } as const;

const State = ({ method }: { readonly method: ContactMethod }) => {
  if (method.held_at != null) return <StatusTag severity="warning" word={t.held} />;
  if (method.state === 'ended') return <StatusTag severity="warning" word={t.ended} />;
  if (method.state === 'unverified') return <StatusTag severity="disabled" word={t.unverified} />;
  if (method.is_silent) return <StatusTag severity="warning" word={t.silent} />;
  return <StatusTag severity="ok" word={t.verified} />;
};

/** When the arrival of a message was last confirmed. */
export const LastConfirmed = ({ at }: { readonly at: string | null }) => (
  <small>
    {at === null ? (
      t.neverConfirmed
    ) : (
      <>
        {t.confirmed} <Age at={Date.parse(at)} now={serverNow} />
      </>
    )}
  </small>
);

interface Props {
  readonly method: ContactMethod;
  readonly onLeast: (priority: Priority) => void;
  readonly onTest: () => void;
  readonly onVerify: () => void;
  /** Confirms a method that a reset of the password holds back. */
  readonly onKeep: () => void;
  readonly onRemove: () => void;
}

/** One contact method: its state, the messages that it receives, and its actions. */
export const MethodRow = ({ method, onLeast, onTest, onVerify, onKeep, onRemove }: Props) => {
  const { title, kind, confirmed_at, error } = method;
  const isHeld = method.held_at != null;
  const state = isHeld ? 'held' : method.state;
  return (
    <Row as="li" wrap gap={12} padding="12px 0" borderTop="1px solid var(--line)">
      <Icon name={icons[kind]} size={20} />
      <Stack flex={1} gap={2} minWidth={180} overflowWrap="anywhere">
        <b>{title}</b>
        <small>{t.kinds[kind]}</small>
        <LastConfirmed at={confirmed_at} />
        {error !== null && <small className={css.failure}>{t.lastFailure(error)}</small>}
      </Stack>
      <State method={method} />
      <Row as="span" wrap gap={8}>
        {state === 'verified' && (
          <Select<Priority>
            aria-label={t.leastOf(title)}
            value={method.least_priority}
            options={priorities.map((value) => ({ value, label: status.priorities[value] }))}
            onChange={onLeast}
            popupMatchSelectWidth={false}
          />
        )}
        {state === 'verified' && (
          <Button size="bar" onClick={onTest} aria-label={t.testOf(title)}>
            {t.test}
          </Button>
        )}
        {isHeld && (
          <Button size="bar" look="primary" onClick={onKeep} aria-label={t.keepOf(title)}>
            {t.keep}
          </Button>
        )}
        {state === 'unverified' && (
          <Button size="bar" look="primary" onClick={onVerify} aria-label={t.verifyOf(title)}>
            {t.verify}
          </Button>
        )}
        <Button size="bar" onClick={onRemove} aria-label={t.removeOf(title)}>
          {t.remove}
        </Button>
      </Row>
    </Row>
  );
};
