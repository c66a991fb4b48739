import { Link } from '@tanstack/react-router';
import { type EscalatedType, escalatedTypes } from '@tocsin/contract/escalation';
import type { Preview } from '@tocsin/contract/on-call-preview';
import { texts } from '@tocsin/contract/texts/escalation-policies';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { matrixColumns, stepsByColumn } from '../model.ts';
import css from './matrix.module.css';
import { Reached } from './preview-steps.tsx';

const t = texts.matrix;
const icons = {
  alarm_on: 'bell',
  warning_on: 'warning',
  device_offline: 'brokenLink',
  sensor_disappeared: 'eye',
} as const;

interface Props {
  /** Previews of each kind of event, in their order. */
  readonly rows: readonly { readonly data?: Preview | undefined; readonly error: Error | null }[];
  /** The event whose steps are shown below; its row is marked. */
  readonly tried: EscalatedType;
}

/** What a cell says where no step begins. */
const quietText = (preview: Preview, steps: ReturnType<typeof stepsByColumn>, column: number): string => {
  if (preview.policies.length === 0) return t.notPassedOn;
  const next = steps.findIndex((each, index) => index > column && each.length > 0);
  if (next < 0) return t.nothingMore;
  return column === 0 ? t.waits(matrixColumns[next] ?? 0) : t.nobodyNew;
};

const Cells = ({ preview }: { readonly preview: Preview }) => {
  const steps = stepsByColumn(preview);
  return matrixColumns.map((minutes, column) => {
    const here = steps[column] ?? [];
    const isGap = here.length > 0 && here.every(({ people, webhooks }) => people.length + webhooks.length === 0);
    return (
      <td key={minutes} className={isGap ? css.gap : undefined} data-column={t.columns[column]}>
        {here.length === 0 && <Text tone="quiet">{quietText(preview, steps, column)}</Text>}
        {here.map((step) => (
          <Reached key={`${step.policy} ${step.round} ${step.step}`} step={step} />
        ))}
        {here.some(({ gaps }) => gaps.length > 0) && <Link to="/policies">{t.repair}</Link>}
      </td>
    );
  });
};

/** Who is notified of each kind of event of a device that nobody acknowledges: now, and 5, 15 and 30 minutes later. */
export const Matrix = ({ rows, tried }: Props) => {
  return (
    <Text as="div" surface margin="0 var(--page-pad) 16px" overflow="hidden">
      <table className={css.matrix} aria-label={t.label}>
        <thead>
          <tr>
            {[t.what, ...t.columns].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {escalatedTypes.map((type, index) => {
            const preview = rows[index]?.data;
            return (
              <tr key={type} data-tried={type === tried || undefined}>
                <th scope="row">
                  <Icon name={icons[type]} size={18} /> {texts.eventTypes[type]}
                </th>
                {preview ? (
                  <Cells preview={preview} />
                ) : (
                  <td colSpan={matrixColumns.length}>
                    {rows[index]?.error ? texts.preview.failed : <Skeleton width="60%" />}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      <Row wrap gap="4px 12px" padding="10px 16px" borderTop="1px solid var(--line)" tone="quiet" size={12}>
        <span>{t.mails}</span>
        <Link to="/user/setting/notification">{t.rules}</Link>
      </Row>
    </Text>
  );
};
