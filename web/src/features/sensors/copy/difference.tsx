import { useQuery } from '@tanstack/react-query';
import type { CopiedField, CopyDifference } from '@tocsin/contract/settings-copies';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts } from '@tocsin/contract/texts/settings-copies';
import type { ReactNode } from 'react';
import type { Device } from '../../../domain/plant.ts';
import { useReason } from '../../../domain/use-reason.tsx';
import { Button } from '../../../ui/button.tsx';
import { inOrder } from '../../../ui/in-order.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Empty, Failed, Loading } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useAction } from '../../../ui/use-action.ts';
import css from './copy.module.css';
import { type Choice, copySettings, previewQuery } from './queries.ts';

/** 'Delay', or 'Delay of Above 65 °C'. */
export const fieldName = ({ field, rule }: CopiedField): string =>
  rule === null ? texts.fields[field] : texts.ofRule(texts.fields[field], rule);

interface ChangesProps {
  readonly title: string;
  readonly changes: readonly CopiedField[];
  /** What the old and the new value are called. */
  readonly heads?: { readonly old: string; readonly new: string };
}

/** Old and new value of each setting, as a table. */
export const Changes = ({ title, changes, heads = texts }: ChangesProps) => (
  <table className={css.changes} aria-label={title}>
    <thead>
      <tr>
        <th>{texts.sensor}</th>
        <th>{texts.field}</th>
        <th>{heads.old}</th>
        <th>{heads.new}</th>
      </tr>
    </thead>
    <tbody>
      {inOrder(changes, (change) => (
        <tr>
          <td data-head={texts.sensor}>{change.sensor || texts.device}</td>
          <td data-head={texts.field}>{fieldName(change)}</td>
          <td data-head={heads.old}>{(change.old && readerWords(change.old)) ?? <i>{texts.none}</i>}</td>
          <td data-head={heads.new}>{(change.new && readerWords(change.new)) ?? <i>{texts.none}</i>}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** What changes on one device, or why it is left out. */
export const DeviceChanges = ({ one, children }: { readonly one: CopyDifference; readonly children?: ReactNode }) => (
  <details className={css.device} open={one.changes.length > 0 || one.refused !== null}>
    <summary>
      <b>{one.title}</b>
      <span className={css.site}>{one.location_title}</span>
      {one.refused !== null && <StatusTag severity="warning" word={texts.refused} />}
      {one.loosens && <StatusTag severity="warning" word={texts.loosens} />}
      {one.refused === null && one.changes.length === 0 && <small>{texts.same}</small>}
    </summary>
    {one.refused !== null && <p>{one.refused}</p>}
    {one.changes.length > 0 && <Changes title={one.title} changes={one.changes} />}
    {children}
  </details>
);

interface Props {
  readonly device: Device;
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** All changes that the copy would make, and the button that copies. */
export const CopyDifferences = ({ device, choice, onChange, onBack, onDone }: Props) => {
  const query = previewQuery(device.id, choice);
  const { data, error, refetch } = useQuery(query);
  const { withReason, dialog } = useReason();
  const { run: copy, busy } = useAction(
    (digest: string) => withReason((reason) => copySettings(device.id, { ...choice, digest }, reason)),
    {
      toast: ({ changed, proposed }) => texts.copied(changed, proposed),
      refetches: 'all',
      onDone,
      onFailure: () => refetch(),
    },
  );
  if (error) return <Failed text={error.message} again={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const { results, refused, changed } = data;
  const leaveOut = (): void => {
    const out = new Set(results.filter((one) => one.refused !== null).map((one) => one.device));
    onChange({ ...choice, devices: choice.devices.filter((id) => !out.has(id)) });
  };
  return (
    <>
      {dialog}
      <h2 className={css.heading}>{texts.difference(changed)}</h2>
      {refused > 0 && (
        <Notice tone="warning" actions={<Button onClick={leaveOut}>{texts.leaveOut}</Button>}>
          {texts.refusedSome(refused)}
        </Notice>
      )}
      {data.needs_approval && <Notice tone="info">{texts.needsApproval}</Notice>}
      {changed === 0 && refused === 0 && <Empty icon="tick" title={texts.nothing} />}
      {results.map((one) => (
        <DeviceChanges key={one.device} one={one} />
      ))}
      <div className={css.actions}>
        <Button look="primary" busy={busy} disabled={changed === 0 || refused > 0} onClick={() => copy(data.digest)}>
          {texts.copy(changed)}
        </Button>
        <Button onClick={onBack}>{texts.back}</Button>
      </div>
    </>
  );
};
