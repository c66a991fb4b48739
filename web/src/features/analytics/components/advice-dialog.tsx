import { useQueryClient } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/analytics';
import { texts as changes } from '@tocsin/contract/texts/changes';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts as rehearsal } from '@tocsin/contract/texts/rehearsal';
import { call } from '../../../api/call.ts';
import { useReason } from '../../../domain/use-reason.tsx';
import { allWarningsQuery, rowOf } from '../../../domain/warning-rules.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { valueText } from '../../../ui/value.ts';
import type { FoundAdvice } from '../find-advice.ts';
import css from './advice.module.css';

const t = texts.bad.advice;

interface Props {
  readonly device: number;
  readonly found: FoundAdvice;
  /** The advice in a sentence. */
  readonly says: string;
  readonly onClose: () => void;
  readonly onDone: (what: string) => void;
}

/** Shows what the advised setting changes, with a button that applies it. */
export const AdviceDialog = ({ device, found, says, onClose, onDone }: Props) => {
  const { rule, unit, advice } = found;
  const { settings } = advice;
  const queries = useQueryClient();
  const { withReason, dialog } = useReason();
  const apply = async () => {
    const { results, version } = await queries.fetchQuery(allWarningsQuery(device));
    const stored = results.find((one) => one.id === rule.id);
    if (!stored) throw new Error(t.gone);
    const rows = results.map((one) =>
      one === stored
        ? { ...rowOf(one), deadband: settings.deadband, delay_seconds: settings.delaySeconds }
        : rowOf(one),
    );
    return await withReason((reason) =>
      call(endpoints.saveWarnings, {
        params: { id: device },
        body: { results: rows, version, ...(reason === undefined ? {} : { reason }) },
      }),
    );
  };
  const { run, busy, failure } = useAction(apply, {
    fails: 'here',
    onDone: ({ proposed }) => onDone(proposed?.is_own === true ? changes.proposedToast : t.applied),
  });
  const shown = [
    [t.deadband, valueText(rule.deadband, unit), valueText(settings.deadband, unit)],
    [t.delay, rehearsal.seconds(rule.delay_seconds), rehearsal.seconds(settings.delaySeconds)],
  ] as const;
  return (
    <FormDialog title={t.dialog} verb={t.apply} busy={busy} onSubmit={run} onClose={onClose} width={520}>
      {dialog}
      {failure && <Notice tone="alarm">{failure}</Notice>}
      <p>{readerWords(rule.sentence)}</p>
      <table className={css.difference}>
        <thead>
          <tr>
            <th>{t.setting}</th>
            <th>{t.now}</th>
            <th>{t.after}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(([name, now, after]) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{now}</td>
              <td>{now === after ? after : <b>{after}</b>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{says}</p>
    </FormDialog>
  );
};
