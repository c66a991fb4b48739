import { texts } from '@tocsin/contract/texts/maintenance';
import { Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Row, Text } from '../../../ui/layout.tsx';

const t = texts.modal;

interface Props {
  readonly kind: 'success' | 'failed' | 'cancel';
  readonly about: string;
  readonly busy: boolean;
  readonly onSubmit: (comment: string) => void;
  readonly onClose: () => void;
}

/** Asks for the comment on a test: required if it failed or was cancelled, optional if it passed. */
export const CommentModal = ({ kind, about, busy, onSubmit, onClose }: Props) => {
  const [comment, setComment] = useState('');
  const id = useId();
  const required = kind !== 'success';
  return (
    <Modal
      open
      title={t[kind]}
      onCancel={onClose}
      mask={{ closable: false }}
      width={440}
      footer={
        <Row justify="flex-end" gap={8} align="stretch">
          <Button onClick={onClose}>{kind === 'cancel' ? t.keep : t.later}</Button>
          <Button
            look="primary"
            busy={busy}
            disabled={required && comment.trim() === ''}
            onClick={() => onSubmit(comment.trim())}
          >
            {t.submit}
          </Button>
        </Row>
      }
    >
      <p>{about}</p>
      <Text as="label" padding="12px 0 4px" weight={550} display="block" htmlFor={id}>
        {required ? t.comment : t.optional}
      </Text>
      <Input.TextArea
        id={id}
        rows={3}
        maxLength={1500}
        autoFocus
        value={comment}
        placeholder={t.placeholder}
        onChange={(event) => setComment(event.target.value)}
      />
    </Modal>
  );
};
