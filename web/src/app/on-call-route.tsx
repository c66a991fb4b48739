import { Policies } from '../features/escalation/components/policies.tsx';
import { PreviewPanel } from '../features/escalation/components/preview.tsx';
import { Running } from '../features/escalation/components/running.tsx';
import { OnCallPage } from '../features/on-call/page.tsx';

/** Connects rotations with escalations, because features must not import each other. */
export const OnCall = () => (
  <OnCallPage
    running={({ client, site }) => <Running client={client} site={site} />}
    policies={({ client, site, sites, zone }) => (
      <>
        <Policies client={client} site={site} sites={sites ?? []} />
        {sites && <PreviewPanel key={zone} site={site} zone={zone} />}
      </>
    )}
  />
);
