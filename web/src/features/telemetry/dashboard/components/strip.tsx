import type { Severity } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/dashboard';
import type { ReactNode } from 'react';
import { type Device, shownType } from '../../../../domain/plant.ts';
import { useHead } from '../../../../live/use-reading.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { Row, Stack, Text } from '../../../../ui/layout.tsx';
import { severities } from '../../../../ui/severity.ts';
import { StatusTag } from '../../../../ui/status-tag.tsx';
import css from './strip.module.css';

export interface Chip {
  readonly key: string;
  readonly label: string;
  /** Summary of what is not normal in it. */
  readonly text: string;
  readonly severity: Severity;
}

interface Props {
  readonly device: Device;
  readonly worst: Severity;
  readonly about: readonly string[];
  readonly chips: readonly Chip[];
  readonly onChip: (key: string) => void;
  /** The live sign, at the right of the first line. */
  readonly sign: ReactNode;
}

/** Device, state, version and live sign; below them the groups as chips that link to their sections. */
export const Strip = ({ device, worst, about, chips, onChip, sign }: Props) => {
  const head = useHead();
  const version = head === null ? null : head.version ? texts.version(head.version) : texts.noVersion;
  const words = [
    [shownType(device).label, device.udf_id || device.ip_address].filter(Boolean).join(', '),
    ...about,
    version,
  ].filter(Boolean);
  return (
    <Stack
      as="section"
      gap={8}
      padding="12px var(--page-pad)"
      borderBottom="1px solid var(--line)"
      background="var(--surface)"
      className={css.strip}
      aria-label={device.title}
    >
      <Row gap="4px 12px" minWidth={0} minHeight={28} className={css.line}>
        <h1>{device.title}</h1>
        {head && <StatusTag severity={worst} />}
        <Text flex={1} minWidth={0} tone="quiet" oneLine className={css.about}>
          {words.join(' · ')}
        </Text>
        <span className={css.sign}>{sign}</span>
      </Row>
      <Row as="nav" wrap gap={8} minHeight={28} align="stretch" className={css.chips} aria-label={texts.groups}>
        {chips.map((chip) => {
          const look = severities[chip.severity];
          // A tick would say that all is well.
          const isUnusual = chip.severity === 'ok' && chip.text !== '';
          return (
            <Text
              key={chip.key}
              type="button"
              as="button"
              height={28}
              padding="0 10px"
              border="1px solid var(--line)"
              borderRadius="var(--r-button)"
              background="var(--surface)"
              tone="quiet"
              whiteSpace="nowrap"
              className={`${css.chip} ${css[look.tone]}`}
              onClick={() => onChip(chip.key)}
            >
              <Icon name={isUnusual ? 'warning' : look.icon} size={14} />
              {!isUnusual && <span className="unseen">{look.word}: </span>}
              <Text maxWidth={220} overflow="hidden" textOverflow="ellipsis" title={chip.label}>
                {chip.label}
              </Text>
              {chip.text && <b>{chip.text}</b>}
            </Text>
          );
        })}
      </Row>
    </Stack>
  );
};
