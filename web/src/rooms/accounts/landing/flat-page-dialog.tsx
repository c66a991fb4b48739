import { useQuery } from '@tanstack/react-query';
import { Failed, Loading } from '../../../kit/states.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { flatPageQuery } from '../queries.ts';

type Props = { readonly page: { readonly slug: string; readonly title: string }; readonly onClose: () => void };

/** One of the operator's own pages. Its markup was cleaned against an allow-list when it was saved. */
export const FlatPageDialog = ({ page, onClose }: Props) => {
  const { data, error, refetch } = useQuery(flatPageQuery(page.slug));
  return (
    <Dialog title={page.title} onClose={onClose} wide>
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {data === undefined && !error && <Loading />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server, see above. */}
      {data && <div className="acc-terms" dangerouslySetInnerHTML={{ __html: data.content }} />}
    </Dialog>
  );
};
