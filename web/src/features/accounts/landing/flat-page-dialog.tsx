import { useQuery } from '@tanstack/react-query';
import { Failed, Loading } from '../../../ui/states.tsx';
import { flatPageQuery } from '../queries.ts';
import { LandingDialog } from './landing-dialog.tsx';

type Props = { readonly page: { readonly slug: string; readonly title: string }; readonly onClose: () => void };

/** One of the operator's static pages. Its markup was sanitized against an allow-list when saved. */
export const FlatPageDialog = ({ page, onClose }: Props) => {
  const { data, error, refetch } = useQuery(flatPageQuery(page.slug));
  return (
    <LandingDialog title={page.title} onClose={onClose} wide>
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {data === undefined && !error && <Loading />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server. */}
      {data && <div className="acc-terms" dangerouslySetInnerHTML={{ __html: data.content }} />}
    </LandingDialog>
  );
};
