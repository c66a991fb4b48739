import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { UnknownNode } from '@tocsin/contract/gateways';
import { texts } from '@tocsin/contract/texts/settings';
import type { TableProps } from 'antd';
import { useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { Age } from '../../ui/age.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { unknownPageSize, unknownQuery } from './queries.ts';

const t = texts.unknown;

const addressOf = ({ convention, group, edge, device }: UnknownNode): string =>
  convention === 'json' ? `${group}/${edge}` : `${group} / ${edge}${device === null ? '' : ` / ${device}`}`;

const Claim = ({ node }: { readonly node: UnknownNode }) => {
  if (node.why === 'other-site') return t.otherSite;
  if (node.udf_id === null) return t.noName;
  return (
    <Link to="/devices/add/device" search={{ udf_id: node.udf_id }}>
      {t.claim}
    </Link>
  );
};

const columns: NonNullable<TableProps<UnknownNode>['columns']> = [
  { title: t.columns.address, key: 'address', render: (_, node) => addressOf(node) },
  { title: t.columns.convention, key: 'convention', render: (_, node) => t.conventions[node.convention] },
  {
    title: t.columns.via,
    key: 'via',
    render: (_, { location }) => (location === null ? t.broker : t.gateway(location.title, location.company)),
  },
  { title: t.columns.messages, dataIndex: 'messages', align: 'right' },
  {
    title: t.columns.last,
    key: 'last',
    render: (_, node) => <Age at={Date.parse(node.last_seen)} now={serverNow} />,
  },
  { title: '', key: 'claim', render: (_, node) => <Claim node={node} /> },
];

/** Edge nodes that send data but belong to no device, each with a link to claim it. */
export const UnknownNodesPage = () => {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(unknownQuery(page));
  return (
    <>
      <PageHeader title={t.title} about={t.about} back={<Link to="/oem/setting">{texts.rss.back}</Link>} />
      <ListTable<UnknownNode>
        caption={t.title}
        rows={data?.results}
        rowKey={(node) => `${node.convention} ${addressOf(node)} ${node.location?.id ?? ''} ${node.why}`}
        columns={columns}
        paging={{ page, size: unknownPageSize, total: data?.count ?? 0, onPage: setPage }}
        empty={t.empty}
        emptyIcon="search"
        emptyText={t.emptyAbout}
        error={error ? t.failed : undefined}
        again={() => void refetch()}
      />
    </>
  );
};
