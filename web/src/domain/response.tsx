import { useQuery } from '@tanstack/react-query';
import { adviceOf, anytimeAdvice, type Story } from '@tocsin/contract/incident-story';
import type { Notification } from '@tocsin/contract/live';
import { endpoints, hasResponse, type ResponseFields } from '@tocsin/contract/responses';
import { shownLanguage } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/responses';
import { useState } from 'react';
import { callQuery } from '../api/call.ts';
import { serverNow } from '../live/clock.ts';
import { useIncidents } from '../live/incidents.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { LateModal } from '../ui/late-modal.tsx';
import { Grid, Row, Text } from '../ui/layout.tsx';
import { useLatched } from '../ui/use-latched.ts';
import { sensorAdvice } from './incident-story.ts';
import { PriorityTag } from './priority-tag.tsx';
import css from './response.module.css';

/** The response text of a notification; not cached, because that of its rule or sensor may change. */
const responseQuery = (id: number) =>
  callQuery(['notification-response', id], endpoints.ofNotification, { params: { id }, staleTime: 60_000 });

interface ResponseTextProps {
  readonly response: ResponseFields;
  /** What to do as its incident says it; null: it stands elsewhere. */
  readonly todo?: string | null | undefined;
}

/** A response text: first what to do and by when, then cause and consequence. */
const ResponseText = ({ response, todo = anytimeAdvice(response.what_to_do, shownLanguage()) }: ResponseTextProps) => (
  <Grid columns="repeat(auto-fit, minmax(220px, 1fr))" gap="12px 24px" maxWidth={880} whiteSpace="pre-line">
    {(todo !== null || response.respond_within_minutes !== null) && (
      <Row
        wrap
        gridColumn="1 / -1"
        justify="space-between"
        gap="8px 24px"
        padding="10px 14px"
        border="1px solid var(--line2)"
        borderRadius="var(--r-card)"
        align="stretch"
        className={css.first}
      >
        {todo !== null && (
          <Text as="div" flex="1 1 260px">
            <Text as="small" tone="quiet" size={12}>
              {texts.whatToDo}
            </Text>
            <Text as="p" weight={600}>
              {todo}
            </Text>
          </Text>
        )}
        {response.respond_within_minutes !== null && (
          <Text as="p" alignSelf="end" tone="quiet">
            {texts.respondWithinText(response.respond_within_minutes)}
          </Text>
        )}
      </Row>
    )}
    {[
      [texts.likelyCause, response.likely_cause],
      [texts.consequence, response.consequence],
    ].map(
      ([name, text]) =>
        text !== null && (
          <div key={name}>
            <Text as="small" tone="quiet" size={12}>
              {name}
            </Text>
            <p>{text}</p>
          </div>
        ),
    )}
  </Grid>
);

/** The response text of a notification, including its loading and error states. */
export const NotificationResponse = ({ id }: { readonly id: number }) => {
  const { data, error } = useQuery(responseQuery(id));
  if (error) return <p role="alert">{texts.failed}</p>;
  if (data === undefined) return <p role="status">{texts.loading}</p>;
  return hasResponse(data) ? (
    <ResponseText response={data} />
  ) : (
    <Text as="p" tone="quiet">
      {texts.none}
    </Text>
  );
};

interface ButtonProps {
  readonly row: Pick<Notification, 'id'>;
  readonly what: string;
  /** Of its incident. */
  readonly story?: Story;
  readonly plain?: boolean;
}

/** Button that opens the response text of an alarm in a dialog; nothing if there is no text. */
export const ResponseButton = ({ row, what, story, plain = false }: ButtonProps) => {
  const [isOpen, setOpen] = useState(false);
  const hasOpened = useLatched(isOpen);
  const { data } = useQuery(responseQuery(row.id));
  if (data === undefined || !hasResponse(data)) return null;
  const open = () => setOpen(true);
  return (
    <>
      {plain ? (
        <button type="button" onClick={open}>
          {texts.button}
        </button>
      ) : (
        <Button size="bar" onClick={open}>
          {texts.button}
        </Button>
      )}
      {hasOpened && (
        <LateModal open={isOpen} title={what} footer={null} onCancel={() => setOpen(false)} width={560}>
          <ResponseText response={data} todo={adviceOf(story)} />
        </LateModal>
      )}
    </>
  );
};

/** What to do about a sensor now, on its own page, the rest of its response text collapsed; nothing if there is none. */
export const SensorResponse = ({ device, path }: { readonly device: number; readonly path: string }) => {
  const { data } = useQuery(
    callQuery(['sensor-responses-read', device], endpoints.list, { params: { id: device }, staleTime: 60_000 }),
  );
  const incidents = useIncidents().list?.results ?? [];
  const response = data?.results.find((sensor) => sensor.id === path);
  if (response === undefined || !hasResponse(response)) return null;
  const { what_to_do: advice, likely_cause: cause, consequence } = response;
  return (
    <Text as="details" margin="0 var(--page-pad) 12px">
      <Row as="summary" wrap gap="0 12px" minHeight={32} weight={550}>
        <Text flex="none">{texts.button}</Text>
        {response.priority && <PriorityTag priority={response.priority} />}
        <Icon name="down" size={16} />
        <Text flex="1 1 260px" minWidth={0} weight={400} whiteSpace="pre-line">
          {sensorAdvice(incidents, `${device}.${path}`, advice, serverNow()) ?? cause ?? consequence}
        </Text>
      </Row>
      <ResponseText response={response} todo={null} />
    </Text>
  );
};
