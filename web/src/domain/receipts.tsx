import type { EventEscalation, Receipt } from '@tocsin/contract/escalation';
import { texts as t } from '@tocsin/contract/texts/who-knows';
import { serverNow } from '../live/clock.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Stack, Text } from '../ui/layout.tsx';
import { zonedMinuteText } from '../ui/time.ts';
import css from './receipts.module.css';

const icons: Readonly<Record<Receipt['state'], IconName>> = {
  pending: 'clock',
  sending: 'clock',
  sent: 'mail',
  delivered: 'mail',
  opened: 'mail',
  acknowledged: 'tick',
  failed: 'warningSolid',
  cancelled: 'close',
};

const momentOf = (receipt: Receipt): string =>
  receipt.acknowledged_at ??
  receipt.opened_at ??
  receipt.delivered_at ??
  receipt.failed_at ??
  receipt.cancelled_at ??
  receipt.sent_at ??
  receipt.created_at;

/** A line for each message with its delivery state, and one for the next step of each escalation policy. */
export const Receipts = ({ data, zone }: { readonly data: EventEscalation; readonly zone: string }) => {
  if (data.escalations.length === 0 && data.receipts.length === 0)
    return (
      <Text as="p" margin={0} tone="faint">
        {t.nobody}
      </Text>
    );
  return (
    <>
      <ul>
        {data.receipts.map((receipt) => (
          <li key={`${receipt.webhook ?? ''} ${receipt.id}`} data-state={receipt.state}>
            <Icon name={icons[receipt.state]} size={14} />
            <span>
              <b>{receipt.name}</b> {t.methods[receipt.method]}
              {receipt.is_test && ` (${t.test})`}
            </span>
            <span>
              {receipt.is_stale ? t.stale : t.states[receipt.state]}{' '}
              {zonedMinuteText(Date.parse(momentOf(receipt)), zone)}
            </span>
          </li>
        ))}
      </ul>
      {data.escalations.map((escalation) => (
        <Policy key={escalation.id} escalation={escalation} />
      ))}
    </>
  );
};

const Policy = ({ escalation }: { readonly escalation: EventEscalation['escalations'][number] }) => {
  const { next, state } = escalation;
  const missed = escalation.steps.flatMap(({ step, gaps }) => gaps.map((gap) => ({ ...gap, step })));
  const minutes = next === null ? 0 : Math.ceil((Date.parse(next.at) - serverNow()) / 60_000);
  return (
    <Stack gap={4} padding="8px 12px" borderLeft="3px solid var(--line)" background="var(--sunken)">
      <b>{escalation.title}</b>
      {state === 'running' ? (
        next && <p>{t.next(next.targets.join(', '), t.inMinutes(minutes))}</p>
      ) : (
        <p className={state === 'used_up' ? css.alarm : undefined}>
          {state === 'used_up' && <Icon name="warningSolid" size={14} />} {t.ends[state]}
        </p>
      )}
      {missed.map(({ step, kind, id, name, gap }) => (
        <p key={`${step} ${kind} ${id}`} className={css.alarm}>
          <Icon name="warningSolid" size={14} /> {t.gap(name, gap)}
        </p>
      ))}
    </Stack>
  );
};
