import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/add-device';
import { texts as devices } from '@tocsin/contract/texts/devices';
import { useEffect } from 'react';
import { AddSteps } from '../../domain/add-steps.tsx';
import { useSelection } from '../../domain/selection.ts';
import { CardGrid, PickCard } from '../../ui/card-grid.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { type Choice, choices, textOf } from './choices.tsx';
import { typesQuery } from './queries.ts';
import { useWaiting, WaitingSenders } from './waiting-senders.tsx';

const useChoose = () => {
  const navigate = useNavigate();
  const { site } = useSelection();
  return async ({ to, format }: Choice): Promise<void> => {
    if (to === '/devices/add/values') await navigate({ to, search: format ? { format } : {} });
    else if (to !== '/sites/edit/$id') await navigate({ to });
    else if (site === null) await navigate({ to: '/sites' });
    else await navigate({ to, params: { id: String(site) }, hash: 'gateway-title' });
  };
};

const Choices = () => {
  const choose = useChoose();
  const isPhone = usePhone();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const choice = choices[Number(event.key) - 1];
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]');
      if (choice && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) void choose(choice);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return (
    <>
      <Stack gap={4} padding="0 var(--page-pad) 16px">
        <h2>{texts.question}</h2>
        <Text tone="quiet">{texts.about}</Text>
      </Stack>
      <CardGrid least={200}>
        {choices.map((choice) => (
          <PickCard
            key={choice.key}
            title={textOf(choice).title}
            footer={texts.ready(textOf(choice).ready)}
            onPick={() => choose(choice)}
          >
            <Row gap={12} wrap={!isPhone}>
              <svg width={isPhone ? 80 : 160} viewBox="0 0 160 96" aria-hidden>
                {choice.drawing}
              </svg>
              <p>{textOf(choice).about}</p>
            </Row>
          </PickCard>
        ))}
      </CardGrid>
    </>
  );
};

/** The first question of adding a device. Where a client adds no devices of its own, only the form with a code is left. */
export const AddChoicePage = () => {
  const { data, error, refetch } = useQuery(typesQuery(useSelection().client));
  // On a phone whoever waits is above the choices: to add it is the shortest way.
  const waiting = useWaiting();
  const isWaitingFirst = usePhone() && waiting.shown.length > 0;
  if (data && !data.own_devices) return <Navigate to="/devices/add/device" replace />;
  return (
    <>
      <PageHeader title={texts.title} back={<Link to="/devices">{devices.toDevices}</Link>}>
        <AddSteps at={0} />
      </PageHeader>
      {error && !data && <Failed text={error.message} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && isWaitingFirst && <WaitingSenders {...waiting} />}
      {data && <Choices />}
      {data && !isWaitingFirst && <WaitingSenders {...waiting} />}
    </>
  );
};
