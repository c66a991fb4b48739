import { Link } from '@tanstack/react-router';
import { type EscalatedType, escalatedTypes } from '@tocsin/contract/escalation';
import type { Preview } from '@tocsin/contract/on-call-preview';
import { texts } from '@tocsin/contract/texts/escalation-policies';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import {
  isMailOnly,
  isReaching,
  matrixColumns,
  minutesOf,
  reachesSomebody,
  stepsByColumn,
  toldInColumn,
} from '../model.ts';
import css from './matrix.module.css';
import { MailOnly, Reached, Told } from './preview-steps.tsx';

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
  /** The event whose steps are shown above; its row is marked. */
  readonly tried: EscalatedType;
}

/** What a cell says where nobody is told. */
const quietText = (preview: Preview, steps: ReturnType<typeof stepsByColumn>, column: number): string => {
  const isLast = !steps.some((each, index) => index > column && each.length > 0);
  if (isLast) return preview.policies.length === 0 ? t.notPassedOn : t.nothingMore;
  const next = steps.findIndex((each) => each.length > 0);
  return column < next ? t.waits(matrixColumns[next] ?? 0) : t.nobodyNew;
};

const Nobody = ({ span = 1, column }: { readonly span?: number; readonly column: number }) => (
  <td colSpan={span} className={css.gap} data-column={t.columns[column]}>
    <Row as="b" gap={6} tone="alarm" aria-label={texts.preview.nobody}>
      <Icon name="close" size={14} /> {t.nobody}
    </Row>
    <Link to="/policies">{t.choose}</Link>
  </td>
);

const Cells = ({ preview }: { readonly preview: Preview }) => {
  const steps = stepsByColumn(preview);
  if (!reachesSomebody(preview)) return <Nobody span={matrixColumns.length} column={0} />;
  return matrixColumns.map((minutes, column) => {
    const here = steps[column] ?? [];
    const told = toldInColumn(preview, column);
    if (here.length > 0 && told.length === 0 && !here.some(isReaching)) return <Nobody key={minutes} column={column} />;
    return (
      <td key={minutes} data-column={t.columns[column]}>
        {here.map((step) => (
          <div key={`${step.policy} ${step.round} ${step.step}`}>
            <Reached step={step} />
            {minutesOf(step, preview) > minutes && (
              <Text as="div" tone="quiet" size={12}>
                {texts.after(minutesOf(step, preview))}
              </Text>
            )}
          </div>
        ))}
        <Told told={told} />
        {here.length + told.length === 0 && <Text tone="quiet">{quietText(preview, steps, column)}</Text>}
        {column === 0 && isMailOnly(preview) && <MailOnly />}
        {here.some(({ gaps }) => gaps.length > 0) && <Link to="/policies">{t.choose}</Link>}
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
    </Text>
  );
};
