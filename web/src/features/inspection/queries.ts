import { keepPreviousData } from '@tanstack/react-query';
import { type InspectionRange, endpoints as inspection } from '@tocsin/contract/inspection';
import { callQuery, download, pageOf } from '../../api/call.ts';

export const inspectionSize = 50;
export const inspectionQuery = (site: number, range: InspectionRange, page: number) =>
  callQuery(['inspection', site, range, page], inspection.look, {
    params: { id: site },
    query: { ...range, ...pageOf(page, inspectionSize) },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    enabled: Boolean(range.from && range.to),
  });
export const inspectionZip = (site: number, query: InspectionRange) =>
  download(inspection.export, { params: { id: site }, query }, `inspection_site_${site}.zip`);
export const inspectionPdf = (site: number, query: InspectionRange) =>
  download(inspection.report, { params: { id: site }, query }, `inspection_site_${site}.pdf`);
