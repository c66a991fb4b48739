import { useQuery } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/escalation';
import { texts as t } from '@tocsin/contract/texts/who-knows';
import { callQuery } from '../../api/call.ts';
import css from '../../domain/receipts.module.css';
import { Receipts } from '../../domain/receipts.tsx';
import { Stack, Text } from '../../ui/layout.tsx';

const refreshMs = 15_000;

/** Who was notified of an event by escalation policies, the delivery states, and who is notified next. */
export const WhoKnows = ({ event, zone }: { readonly event: number; readonly zone: string }) => {
  const { data, isError } = useQuery(
    callQuery(['notifications', event, 'escalation'], endpoints.ofEvent, {
      params: { id: event },
      refetchInterval: refreshMs,
    }),
  );
  return (
    <Stack
      as="section"
      gap={8}
      paddingTop={12}
      borderTop="1px solid var(--line)"
      className={css.who}
      aria-label={t.title}
    >
      <h3>{t.title}</h3>
      {data ? (
        <Receipts data={data} zone={zone} />
      ) : (
        <Text as="p" margin={0} tone="faint" aria-live="polite">
          {isError ? t.failed : t.loading}
        </Text>
      )}
    </Stack>
  );
};
