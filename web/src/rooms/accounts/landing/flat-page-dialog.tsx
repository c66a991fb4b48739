import { Dialog } from '../parts/dialog.tsx';
import type { FlatPage } from '../queries.ts';

/** The operator's own page. Its markup was cleaned against an allow-list by the server when it was saved. */
export const FlatPageDialog = ({ page, onClose }: { readonly page: FlatPage; readonly onClose: () => void }) => (
  <Dialog title={page.title} onClose={onClose} wide>
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server, see above. */}
    <div className="acc-terms" dangerouslySetInnerHTML={{ __html: page.content }} />
  </Dialog>
);
