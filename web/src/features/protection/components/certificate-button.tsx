import { endpoints } from '@tocsin/contract/certificates';
import { monthName } from '@tocsin/contract/protection-hours';
import { texts } from '@tocsin/contract/texts/protection-hours';
import { call, download } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { pageLocale } from '../../../ui/locale.ts';
import { useAction } from '../../../ui/use-action.ts';

const parts = ['page.pdf', 'annex.pdf', 'certificate.json'] as const;
/** The figures are issued already. */
const isKnown = (error: unknown): boolean => (error as { readonly status?: number }).status === 409;

/** Issues the certificate of a month, unless its figures are issued already, and downloads its three files. */
export const CertificateButton = ({ site, month }: { readonly site: number; readonly month: string }) => {
  const { run, busy } = useAction(
    async () => {
      const params = { id: site };
      await call(endpoints.issue, { params, body: { month } }).catch((error: unknown) => {
        if (!isKnown(error)) throw error;
      });
      const { results } = await call(endpoints.list, { params, query: {} });
      const newest = results.find((one) => one.month === month);
      if (!newest) return;
      for (const part of parts)
        await download(
          endpoints.file,
          { params: { ...params, number: newest.number, part } },
          `${newest.number}-${part}`,
        );
    },
    { toast: texts.certificate.done },
  );
  return (
    <Button icon="download" look="primary" busy={busy} onClick={() => run()}>
      {texts.certificate.of(monthName(month, pageLocale()))}
    </Button>
  );
};
