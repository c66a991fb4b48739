import { deviceTypeLabels } from '@tocsin/contract/device-type';
import type { ReactNode } from 'react';
import { Icon } from '../../../../kit/icon.tsx';
import { type Severity, severities } from '../../../../kit/severity.ts';
import { StatusTag } from '../../../../kit/status-tag.tsx';
import { type Device, shownType } from '../../../../wire/plant.ts';
import { useHead } from '../../../../wire/use-reading.ts';
import { texts } from '../texts.ts';
import css from './strip.module.css';

export interface Chip {
  readonly key: string;
  readonly label: string;
  /** What is not normal in it. */
  readonly text: string;
  readonly severity: Severity;
}

interface Props {
  readonly device: Device;
  readonly worst: Severity;
  readonly about: readonly string[];
  readonly chips: readonly Chip[];
  readonly onChip: (key: string) => void;
  /** Right on the first line: that it is live, or that it is not. */
  readonly sign: ReactNode;
}

/** Device, state, version, live sign; below them the groups as chips that lead to their section. */
export const Strip = ({ device, worst, about, chips, onChip, sign }: Props) => {
  const head = useHead();
  const version = head === null ? null : head.version ? texts.version(head.version) : texts.noVersion;
  const words = [
    [deviceTypeLabels[shownType(device)], device.udf_id || device.ip_address].filter(Boolean).join(', '),
    ...about,
    version,
  ].filter(Boolean);
  return (
    <section className={css.strip} aria-label={device.title}>
      <div className={css.line}>
        <h1>{device.title}</h1>
        {head && <StatusTag severity={worst} />}
        <span className={css.about}>{words.join(' · ')}</span>
        <span className={css.sign}>{sign}</span>
      </div>
      <nav className={css.chips} aria-label={texts.groups}>
        {chips.map((chip) => {
          const look = severities[chip.severity];
          return (
            <button
              key={chip.key}
              type="button"
              className={`${css.chip} ${css[look.tone]}`}
              onClick={() => onChip(chip.key)}
            >
              <Icon name={look.icon} size={14} />
              <span className="unseen">{look.word}: </span>
              <span className={css.label} title={chip.label}>
                {chip.label}
              </span>
              {chip.text && <b>{chip.text}</b>}
            </button>
          );
        })}
      </nav>
    </section>
  );
};
