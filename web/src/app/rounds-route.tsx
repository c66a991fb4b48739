import { Link, useParams } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/devices';
import { useKnownSite } from '../domain/plant.ts';
import { useSelection } from '../domain/selection.ts';
import { OpenTasks } from '../features/maintenance-tasks/open-tasks.tsx';
import { AddNote } from '../features/notes/add-note.tsx';
import { RoundsPage } from '../features/rounds/page.tsx';
import { Empty } from '../ui/states.tsx';

/** The rounds of the site in the address, or of the selected one, with what else is written down on a round. */
export const Rounds = () => {
  const { id } = useParams({ strict: false });
  const selected = useSelection().site;
  const site = id === undefined ? selected : Number(id);
  const title = useKnownSite(site)?.title ?? '';
  if (site === null)
    return (
      <Empty icon="site" title={texts.pickSite}>
        <Link to="/sites">{texts.toSites}</Link>
      </Empty>
    );
  return (
    <RoundsPage site={site}>
      <OpenTasks site={site} device={null} />
      <AddNote site={site} device={null} about={title} />
    </RoundsPage>
  );
};
