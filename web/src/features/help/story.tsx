import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { endpoints } from '@tocsin/contract/notifications';
import { texts } from '@tocsin/contract/texts/story';
import { useEffect, useMemo } from 'react';
import { call } from '../../api/call.ts';
import type { Me } from '../../domain/me.ts';
import { devicesQuery } from '../../domain/plant.ts';
import { setSelection } from '../../domain/selection.ts';
import { endStory, goToStoryStep } from '../../domain/story.ts';
import { Guide } from './guide.tsx';
import { type StoryFacts, storySteps } from './story-steps.ts';

/** The device of the demo whose bearing warms every 20 minutes. */
const warmingDevice = 'Leg 1';

/** The newest alarm of a bearing and its site. Its device becomes the selected one; without an alarm, that of the demo. */
const loadFacts = async (me: Me, queries: QueryClient, signal: AbortSignal): Promise<StoryFacts> => {
  const site = me.current_location?.id ?? null;
  const query = { search: 'bearing', event_type: 'alarm_on', limit: 1, ...(site === null ? {} : { location: site }) };
  const { results } = await call(endpoints.list, { query, signal });
  const [alarm] = results;
  if (alarm === undefined || alarm.device_id === 0) {
    const devices = site === null ? [] : (await queries.fetchQuery(devicesQuery(site))).results;
    const first = devices.find(({ title }) => title === warmingDevice) ?? devices[0];
    if (first) setSelection({ client: me.current_client?.id ?? null, site: first.location, device: first.id });
    return { site, bearing: null };
  }
  setSelection({ client: alarm.client_id, site: alarm.location_id, device: alarm.device_id });
  const path = alarm.full_sensor_id?.split('.').slice(1).join('.') ?? '';
  return { site: alarm.location_id, bearing: path === '' ? null : { path, at: alarm.notification_time } };
};

/** The demo's story, from a bearing that warms to the pack of the incident, on the real pages. */
export const Story = ({ me, at }: { readonly me: Me; readonly at: number }) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: ['story'],
    queryFn: ({ signal }) => loadFacts(me, queries, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const facts = data ?? (isError ? { site: me.current_location?.id ?? null, bearing: null } : undefined);
  const steps = useMemo(() => (facts === undefined ? [] : storySteps(facts)), [facts]);
  const step = steps[at];
  // Only a new step navigates; people may then go elsewhere.
  useEffect(() => {
    if (step !== undefined) void step.open(navigate);
  }, [step, navigate]);
  return <Guide steps={steps} at={at} closeLabel={texts.close} onStep={goToStoryStep} onClose={endStory} />;
};
