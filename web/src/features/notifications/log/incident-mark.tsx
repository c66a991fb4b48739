import type { Notification } from '@tocsin/contract/live';
import { texts } from '@tocsin/contract/texts/notifications';
import { Row, Text } from '../../../ui/layout.tsx';
import { spanText } from '../../../ui/time.ts';
import css from './incident-mark.module.css';

const t = texts.incident;

/** Marks the first-out alarm of an incident; dashed while the order is uncertain. */
const FirstFlag = ({ row }: { readonly row: Notification }) => {
  const about = row.first_out;
  if (!row.is_first_out || about === null) return null;
  const uncertain = about.uncertain_seconds !== null;
  const details = [
    t.size(about.size, spanText(about.seconds * 1_000)),
    about.uncertain_seconds === null ? '' : t.uncertain(about.uncertain_seconds),
    about.is_late ? t.late : '',
  ].filter(Boolean);
  return (
    <Text
      padding="0 6px"
      border="1px solid var(--text)"
      borderRadius={4}
      size={12}
      line={18}
      weight={600}
      className={`${uncertain ? css.dashed : ''}`}
      title={details.join('\n')}
    >
      {uncertain ? t.notCertain : t.first}
      {about.is_late && `, ${texts.late}`}
    </Text>
  );
};

/** The first-out mark of an event, with how certain the order is. */
export const IncidentMark = ({ row }: { readonly row: Notification }) => {
  if (!row.is_first_out) return null;
  return (
    <Row as="span" wrap gap="4px 8px">
      <FirstFlag row={row} />
      {row.first_out !== null && row.first_out.uncertain_seconds !== null && (
        <Text as="small" tone="quiet">
          {t.uncertain(row.first_out.uncertain_seconds)}
        </Text>
      )}
    </Row>
  );
};
