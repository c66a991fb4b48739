import { useQuery } from '@tanstack/react-query';
import type { RoundMachine } from '@tocsin/contract/rounds';
import { texts } from '@tocsin/contract/texts/rounds';
import { Input } from 'antd';
import { useState } from 'react';
import { useSubmit } from '../../domain/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row } from '../../ui/layout.tsx';
import { zonedMinuteText } from '../../ui/time.ts';
import css from './page.module.css';
import { roundsQuery } from './queries.ts';

interface MachineProps {
  readonly machine: RoundMachine;
  readonly site: number;
  readonly zone: string;
  readonly mayRecord: boolean;
}

/** A machine to record a round for: the first press opens a confirmation with an optional note. */
export const Machine = ({ machine, site, zone, mayRecord }: MachineProps) => {
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const { device, device_id, today } = machine;
  const { run, busy } = useSubmit(texts.recorded(device), () => {
    setOpen(false);
    setNote('');
  });
  const record = (): void =>
    run({ kind: 'round', about: device, site, device: device_id, task: null, text: note.trim() });
  return (
    <Row
      as="li"
      surface
      justify="space-between"
      wrap
      gap="8px 12px"
      minHeight={70}
      padding="12px 16px"
      className={css.machine}
    >
      <div>
        <b>{device}</b>
        <small className={today ? css.done : undefined}>
          {today && <Icon name="tick" size={14} />}
          {today ? texts.doneBy(today.by, zonedMinuteText(Date.parse(today.at), zone)) : texts.notYet}
        </small>
      </div>
      {mayRecord && !isOpen && (
        <Button look={today ? 'plain' : 'primary'} size="large" onClick={() => setOpen(true)}>
          {today ? texts.again : texts.done}
        </Button>
      )}
      {isOpen && (
        <Row wrap gap={8} width="100%" align="stretch" className={css.confirm}>
          <Input
            aria-label={texts.note}
            placeholder={texts.note}
            maxLength={1_500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <Button size="large" onClick={() => setOpen(false)}>
            {texts.cancel}
          </Button>
          <Button look="primary" size="large" busy={busy} onClick={record}>
            {texts.confirm(device)}
          </Button>
        </Row>
      )}
    </Row>
  );
};

/** The round of one device, for its own page. */
export const DeviceRound = ({ site, device }: { readonly site: number; readonly device: number }) => {
  const { data } = useQuery(roundsQuery(site, {}));
  const machine = data?.machines.find((each) => each.device_id === device);
  if (!data || !machine) return null;
  return (
    <ul>
      <Machine machine={machine} site={site} zone={data.site.timezone} mayRecord={data.may_record} />
    </ul>
  );
};
