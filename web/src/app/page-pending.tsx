import { PageHeader } from '../ui/page-header.tsx';
import { Loading } from '../ui/states.tsx';

/** A page whose code is on its way: title and tabs of a merged page are there at once. */
export const PagePending = () => (
  <>
    <PageHeader title=" " />
    <Loading />
  </>
);
