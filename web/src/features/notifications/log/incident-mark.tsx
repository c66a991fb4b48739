import type { Notification } from '@tocsin/contract/live';
import { texts } from '@tocsin/contract/texts/notifications';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { spanText } from '../../../ui/time.ts';

const t = texts.incident;

/** The first-out mark of an event, with how certain the order is; dashed while it is not. */
export const IncidentMark = ({ row }: { readonly row: Notification }) => {
  const about = row.first_out;
  if (!row.is_first_out || about === null) return null;
  const uncertain = about.uncertain_seconds === null ? '' : t.uncertain(about.uncertain_seconds);
  const details = [t.size(about.size, spanText(about.seconds * 1_000)), uncertain, about.is_late ? t.late : ''];
  return (
    <Row as="span" inline wrap gap="4px 8px">
      <Text
        padding="0 6px"
        border={`1px ${uncertain ? 'dashed' : 'solid'} var(--text)`}
        borderRadius={4}
        size={12}
        line={18}
        weight={600}
        title={details.filter(Boolean).join('\n')}
      >
        <Icon name="flag" size={10} /> {uncertain ? t.notCertain : t.first}
        {about.is_late && `, ${texts.late}`}
      </Text>
      {uncertain && (
        <Text as="small" tone="quiet">
          {uncertain}
        </Text>
      )}
    </Row>
  );
};
