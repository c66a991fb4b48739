import { texts } from '@tocsin/contract/texts/telemetry';
import { Modal } from 'antd';
import { useState } from 'react';
import { Calm } from '../../ui/button.tsx';
import { MomentFields } from '../../ui/moment-fields.tsx';
import type { Moment } from './moment.ts';

interface Props {
  readonly open: boolean;
  readonly title: string;
  readonly zone: string;
  readonly onClose: () => void;
  readonly onSearch: (moment: Moment) => void;
}

/** Asks for a date and a time; SEARCH is enabled once both are chosen. */
export const MomentModal = ({ open, title, zone, onClose, onSearch }: Props) => {
  const [date, setDate] = useState<string | null>(null);
  const [time, setTime] = useState<string | null>(null);
  const ready = date !== null && time !== null;
  return (
    <Modal
      open={open}
      title={title}
      okText={<Calm>{texts.search}</Calm>}
      okButtonProps={{ disabled: !ready }}
      onOk={() => ready && onSearch({ date, time })}
      onCancel={onClose}
      width={400}
      destroyOnHidden
    >
      <p style={{ marginBottom: 12, color: 'var(--text2)' }}>{zone.replace(/_/g, ' ')}</p>
      <MomentFields
        date={date}
        time={time}
        onDate={setDate}
        onTime={setTime}
        labels={{ date: texts.date, time: texts.time }}
      />
    </Modal>
  );
};
