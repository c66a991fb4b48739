import { useQuery, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/on-call';
import type { OwnProof } from '@tocsin/contract/passkeys';
import { texts } from '@tocsin/contract/texts/on-call-calendar';
import { texts as passkeys } from '@tocsin/contract/texts/passkeys';
import { useState } from 'react';
import { call, callQuery } from '../../../api/call.ts';
import { AskOwnProof } from '../../../domain/ask-own-proof.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { browserZone, exactText } from '../../../ui/time.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';

const key = ['duty-calendar'];
const timeOf = (at: string): string => exactText(Date.parse(at), browserZone());

/** The secret address of the user's duties for calendar applications: create, copy once, revoke. */
export const DutyCalendar = () => {
  const [address, setAddress] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const { data } = useQuery(callQuery(key, endpoints.calendar));
  const queries = useQueryClient();
  const make = async (proof: OwnProof): Promise<void> => {
    const { path } = await call(endpoints.createCalendar, { body: proof });
    setAsking(false);
    setAddress(`${window.location.origin}${path}`);
    await queries.invalidateQueries({ queryKey: key });
  };
  const { run: revoke, busy } = useAction(() => call(endpoints.revokeCalendar), {
    toast: texts.revoked,
    refetches: [key],
    onDone: () => setAddress(null),
  });
  const copy = (text: string): void =>
    void navigator.clipboard?.writeText(text).then(() => showToast('success', texts.copied));
  const isMade = data?.created_at != null;
  return (
    <section aria-label={texts.heading}>
      <h2>{texts.heading}</h2>
      <p>{texts.about}</p>
      {data?.created_at && (
        <p>
          {texts.made(timeOf(data.created_at))}, {data.used_at ? texts.used(timeOf(data.used_at)) : texts.unused}
        </p>
      )}
      {address !== null && (
        <Field
          label={texts.address}
          value={address}
          readOnly
          help={texts.once}
          onFocus={(event) => event.target.select()}
          beside={
            <Text type="button" as="button" padding={0} weight={550} tone="brand" onClick={() => copy(address)}>
              {texts.copy}
            </Text>
          }
        />
      )}
      <Row gap={8} align="stretch">
        <Button busy={busy} disabled={!data} onClick={() => setAsking(true)}>
          {isMade ? texts.again : texts.make}
        </Button>
        {isMade && (
          <Button busy={busy} onClick={revoke}>
            {texts.revoke}
          </Button>
        )}
      </Row>
      {asking && (
        <AskOwnProof
          title={texts.heading}
          about={passkeys.own.askAbout}
          submit={isMade ? texts.again : texts.make}
          onSend={make}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
};
