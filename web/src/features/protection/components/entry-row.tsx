import { Link, useNavigate } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import { designKinds, type ProtectionEntry } from '@tocsin/contract/protection';
import { texts } from '@tocsin/contract/texts/protection';
import { selectDevice } from '../../../domain/plant.ts';
import { Button, buttonLink } from '../../../ui/button.tsx';
import { Grid, Text } from '../../../ui/layout.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { exactText } from '../../../ui/time.ts';
import { showToast } from '../../../ui/toast.tsx';
import { type Assignable, assignableOf, sinceText, timeBarOf, titleOf, untilText, whyText } from '../model.ts';
import css from './entry-row.module.css';
import { EvidenceGraph } from './evidence-graph.tsx';
import { TimeBar } from './time-bar.tsx';

interface Props {
  readonly entry: ProtectionEntry;
  readonly now: number;
  readonly onDismiss: (entry: ProtectionEntry) => void;
  readonly onShow: (entry: ProtectionEntry) => void;
  readonly onAssign: (entry: Assignable) => void;
  readonly onDesign: (entry: ProtectionEntry) => void;
}

const tested: ReadonlySet<ProtectionEntry['kind']> = new Set(['suspected_dead', 'overdue', 'in_test']);
const ruled: ReadonlySet<ProtectionEntry['kind']> = new Set(['no_rules', 'cannot_evaluate']);

const Actions = ({ entry, onDismiss, onDesign }: Pick<Props, 'entry' | 'onDismiss' | 'onDesign'>) => {
  const navigate = useNavigate();
  const { device_id: device, sensor_id: sensor, site_id: site, kind } = entry;
  if (kind === 'shelved' || kind === 'out_of_service')
    return (
      <Link className={buttonLink} to={kind === 'shelved' ? '/shelves' : '/out-of-service'}>
        {kind === 'shelved' ? texts.extendOrEnd : texts.extendOrPutBack}
      </Link>
    );
  if (device === null) return null;
  const mayEdit = may(entry, 'device.edit');
  const open = async (to: '/dashboard' | '/dashboard/edit/warnings'): Promise<void> => {
    await selectDevice(device, site);
    await navigate({ to });
  };
  const go = (to: '/dashboard' | '/dashboard/edit/warnings'): void =>
    void open(to).catch((error: unknown) => showToast('error', error instanceof Error ? error.message : String(error)));
  if (kind === 'offline' && mayEdit)
    return (
      <Link className={buttonLink} to="/devices/edit/device/$id/connect" params={{ id: String(device) }}>
        {texts.connection}
      </Link>
    );
  if (tested.has(kind) && sensor !== null && mayEdit)
    return (
      <>
        {kind === 'suspected_dead' && <Button onClick={() => onDismiss(entry)}>{texts.dismiss}</Button>}
        <Link className={buttonLink} to="/maintenance/$device/$sensor" params={{ device: String(device), sensor }}>
          {texts.test}
        </Link>
      </>
    );
  const design = mayEdit && designKinds.some((one) => one === kind) && (
    <Button onClick={() => onDesign(entry)}>{entry.is_by_design ? texts.design.takeBack : texts.design.act}</Button>
  );
  if (ruled.has(kind))
    return (
      <>
        {design}
        <Button onClick={() => go('/dashboard/edit/warnings')}>{texts.rules}</Button>
      </>
    );
  return (
    <>
      {design}
      {may(entry, 'device.open') && <Button onClick={() => go('/dashboard')}>{texts.device}</Button>}
    </>
  );
};

interface OwnerProps {
  readonly who: string | null;
  /** null: the user may not assign an owner. */
  readonly onAssign: (() => void) | null;
}

/** The owner of an entry; a press on the name opens the dialog that assigns another one. */
const Owner = ({ who, onAssign }: OwnerProps) => {
  if (who === null)
    return (
      <span>
        <StatusTag severity="warning" word={texts.nobody} />
      </span>
    );
  if (onAssign === null) return <>{who}</>;
  return (
    <Text
      type="button"
      as="button"
      justifySelf="start"
      padding={0}
      textAlign="left"
      style={{ textDecoration: 'underline dotted' }}
      className={css.owner}
      aria-label={texts.assign.change(who)}
      onClick={onAssign}
    >
      {who}
    </Text>
  );
};

const row = {
  columns: 'minmax(120px, 1.6fr) 172px minmax(150px, 2.4fr) minmax(100px, 1fr) minmax(124px, 1fr) minmax(130px, 1.3fr)',
  gap: '4px 12px',
  align: 'center',
  padding: '8px 16px',
  borderTop: '1px solid var(--line)',
  background: 'var(--surface)',
} as const;

/** Column headings, hidden from screen readers because each row names its values. */
export const EntryHeads = () => (
  <Grid {...row} className={`${css.row} ${css.heads}`} aria-hidden="true">
    {(['sensor', 'evidence', 'why', 'who', 'until'] as const).map((name) => (
      <span key={name}>{texts.columns[name]}</span>
    ))}
  </Grid>
);

/** One entry with evidence, reason, owner, end date and action; on a phone as a card. */
export const EntryRow = ({ entry, now, onDismiss, onShow, onAssign, onDesign }: Props) => {
  const title = titleOf(entry);
  const since = sinceText(entry, now);
  const until = untilText(entry, now);
  const assignable = assignableOf(entry);
  const bar = entry.suspicion ? null : timeBarOf(entry, now);
  const exact = (at: string | null): string | undefined =>
    at === null ? undefined : exactText(Date.parse(at), entry.timezone);
  return (
    <Grid as="li" {...row} className={css.row}>
      <div>
        <Text as="b" weight={600}>
          {title}
        </Text>
        <small>{entry.site}</small>
      </div>
      <div className={css.evidence}>
        {entry.suspicion && (
          <Text
            as="button"
            display="block"
            padding={2}
            borderRadius={4}
            type="button"
            aria-label={`${texts.show}: ${title}`}
            onClick={() => onShow(entry)}
          >
            <EvidenceGraph evidence={entry.suspicion.evidence} sensor={title} />
          </Text>
        )}
        {bar && <TimeBar bar={bar} />}
      </div>
      <div className={css.why}>
        {whyText(entry.why)}
        <small>{texts.todo[entry.kind]}</small>
      </div>
      <div>
        <Owner
          who={entry.who ?? (entry.is_by_design ? '' : null)}
          onAssign={assignable && (() => onAssign(assignable))}
        />
        {since && <small title={exact(entry.since)}>{since}</small>}
      </div>
      <div className={css.until} title={exact(entry.until)}>
        <span>{entry.is_overdue ? <StatusTag severity="warning" word={until.text} /> : until.text}</span>
        {until.note && <small>{until.note}</small>}
      </div>
      <div className={css.actions}>
        {assignable && entry.who === null && !entry.is_by_design && (
          <Button onClick={() => onAssign(assignable)}>{texts.assign.act}</Button>
        )}
        <Actions entry={entry} onDismiss={onDismiss} onDesign={onDesign} />
      </div>
    </Grid>
  );
};
