import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { endpoints } from '@tocsin/contract/notifications';
import { texts } from '@tocsin/contract/texts/story';
import { useEffect, useMemo } from 'react';
import { call } from '../../api/call.ts';
import type { Me } from '../../domain/me.ts';
import { devicesQuery } from '../../domain/plant.ts';
import { type Selection, setSelection } from '../../domain/selection.ts';
import { endStory, goToStoryStep } from '../../domain/story.ts';
import { Guide } from './guide.tsx';
import { type StoryFacts, storySteps } from './story-steps.ts';

/** Title of the demo's device whose bearing runs hot every 20 minutes. */
const warmingDevice = 'Leg 1';

interface Found {
  readonly facts: StoryFacts;
  /** The device of the story; undefined: the plant has none. */
  readonly selection: Selection | undefined;
}

/** Finds the newest alarm of a bearing and its device; without an alarm, the device whose bearing will run hot. */
const find = async (me: Me, queries: QueryClient, signal: AbortSignal): Promise<Found> => {
  const site = me.current_location?.id ?? null;
  const query = { search: 'bearing', event_type: 'alarm_on', limit: 1, ...(site === null ? {} : { location: site }) };
  const { results } = await call(endpoints.list, { query, signal });
  const [alarm] = results;
  if (alarm === undefined || alarm.device_id === 0) {
    const devices = site === null ? [] : (await queries.fetchQuery(devicesQuery(site))).results;
    const first = devices.find(({ title }) => title === warmingDevice) ?? devices[0];
    const selection = first && { client: me.current_client?.id ?? null, site: first.location, device: first.id };
    return { facts: { site, bearing: null }, selection };
  }
  const path = alarm.full_sensor_id?.split('.').slice(1).join('.') ?? '';
  return {
    facts: { site: alarm.location_id, bearing: path === '' ? null : { path, at: alarm.notification_time } },
    selection: { client: alarm.client_id, site: alarm.location_id, device: alarm.device_id },
  };
};

/** Polling interval for the first alarm: a demo that has just started is still sending its history. */
const pollMs = 5_000;

/** The demo's story on the real pages, from a hot bearing to the incident pack. */
export const Story = ({ me, at }: { readonly me: Me; readonly at: number }) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: ['story'],
    queryFn: ({ signal }) => find(me, queries, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.facts.bearing === null ? pollMs : false),
    retry: false,
  });
  const facts = data?.facts ?? (isError ? { site: me.current_location?.id ?? null, bearing: null } : undefined);
  const steps = useMemo(() => (facts === undefined ? [] : storySteps(facts)), [facts]);
  const step = steps[at];
  const selected = data?.selection;
  useEffect(() => {
    if (selected) setSelection(selected);
  }, [selected]);
  const place = step && (step.place ?? step.key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new step navigates; users may then go elsewhere.
  useEffect(() => {
    if (step !== undefined) void step.open(navigate);
  }, [place]);
  return <Guide steps={steps} at={at} closeLabel={texts.close} onStep={goToStoryStep} onClose={endStory} />;
};
