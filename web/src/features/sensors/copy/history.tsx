import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SettingsCopy } from '@tocsin/contract/settings-copies';
import { texts } from '@tocsin/contract/texts/settings-copies';
import type { Device } from '../../../domain/plant.ts';
import { useReason } from '../../../domain/use-reason.tsx';
import { serverNow } from '../../../live/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { momentText } from '../../../ui/time.ts';
import { showToast } from '../../../ui/toast.tsx';
import css from './copy.module.css';
import { copiesQuery, undoCopy } from './queries.ts';

/** Copies made from this device; each can be undone unless something has changed since. */
export const CopyHistory = ({ device }: { readonly device: Device }) => {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(copiesQuery(device.id));
  const { ask, dialog } = useConfirm();
  const { withReason, dialog: reasonDialog } = useReason();
  const timeOf = (at: string): string => momentText(Date.parse(at), serverNow(), device.timezone);
  const undo = (copy: SettingsCopy): void =>
    ask({
      title: texts.undoTitle,
      body: texts.undoBody(copy.device_count),
      yes: texts.undo,
      act: async () => {
        const { changed, proposed } = await withReason((reason) => undoCopy(device.id, copy.id, reason));
        showToast('success', texts.undoDone(changed, proposed));
        await queries.invalidateQueries();
      },
    });
  return (
    <section className={css.box} aria-label={texts.history}>
      {dialog}
      {reasonDialog}
      <h2 className={css.heading}>{texts.history}</h2>
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {!error && data === undefined && <Loading />}
      {data?.results.length === 0 && <p className={css.site}>{texts.noHistory}</p>}
      {data?.results.map((copy) => (
        <Row
          key={copy.id}
          wrap
          justify="space-between"
          gap={8}
          padding="10px 0"
          borderTop="1px solid var(--line)"
          className={css.copy}
        >
          <div>
            <b>{texts.copyOf(copy.what.map((kind) => texts.kinds[kind]).join(', '), copy.devices.join(', '))}</b>
            <small>{texts.made(copy.by, timeOf(copy.at))}</small>
            {copy.reason && <small>{copy.reason}</small>}
            {copy.undone_at && <small>{texts.undone(copy.undone_by ?? '', timeOf(copy.undone_at))}</small>}
          </div>
          {copy.undone_at === null && <Button onClick={() => undo(copy)}>{texts.undo}</Button>}
        </Row>
      ))}
    </section>
  );
};
