import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { WallDisplay } from '@tocsin/contract/sign-ins';
import { texts } from '@tocsin/contract/texts/accounts';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { useKnownSite } from '../../../domain/plant.ts';
import { serverNow } from '../../../live/clock.ts';
import { Age } from '../../../ui/age.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Stack, Text } from '../../../ui/layout.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Empty, Failed, Loading } from '../../../ui/states.tsx';
import { minuteText } from '../../../ui/time.ts';
import { useAction } from '../../../ui/use-action.ts';
import { agentText } from '../model.ts';
import { endWall, makeWallLink, serverText, wallsQuery } from '../queries.ts';
import css from './links-page.module.css';

const t = texts.wall;
type CreatedLink = { readonly link: string; readonly expires_at: string };

const NewLink = ({ created, zone }: { readonly created: CreatedLink; readonly zone: string }) => {
  return (
    <Stack
      gap={8}
      justifyItems="start"
      padding="16px 20px"
      border="1px solid var(--brand)"
      borderRadius="var(--r-card)"
      background="var(--brandweak)"
      className={css.fresh}
      role="status"
    >
      <p>{t.link}</p>
      <code>{created.link}</code>
      <p>
        {t.until} {minuteText(Date.parse(created.expires_at), zone)}
      </p>
      <CopyButton text={created.link} label={t.copy} copied={t.copied} notCopied={t.failed} />
    </Stack>
  );
};

const Row = ({ wall, onEnd }: { readonly wall: WallDisplay; readonly onEnd: () => void }) => (
  <li>
    <div>
      <strong>{agentText(wall.agent)}</strong>
      <p>
        {t.openedFrom} {wall.address}. {t.madeBy} {wall.made_by}. {t.lastUse}{' '}
        <Age at={Date.parse(wall.used_at)} now={serverNow} />
      </p>
    </div>
    <Button look="danger" size="bar" onClick={onEnd}>
      {t.end}
    </Button>
  </li>
);

/** The wall displays of a site: creates links, lists open displays and ends them. */
export const WallLinksPage = () => {
  const { id } = useParams({ from: '/frame/sites/edit/$id/walls' });
  const site = Number(id);
  const shown = useKnownSite(site);
  const { data, error, refetch } = useQuery(wallsQuery(site));
  const [created, setCreated] = useState<CreatedLink | null>(null);
  const [hasHours, setHasHours] = useState(false);
  const options = {
    failureText: (failure: unknown) => serverText(failure) ?? t.failed,
    refetches: [['walls', site]],
    refetchesAnyway: true,
  };
  const { run: make } = useAction(() => makeWallLink(site), { ...options, onDone: setCreated });
  const { run: end } = useAction((wall: WallDisplay) => endWall(site, wall.id), { ...options, toast: t.ended });
  return (
    <>
      <PageHeader title={t.title(shown?.title ?? '')} back={<Link to={`/sites/edit/${id}` as string}>{t.back}</Link>}>
        <Button look="primary" icon="plus" onClick={make}>
          {t.make}
        </Button>
      </PageHeader>
      <Stack gap={16} maxWidth={860} padding="0 var(--page-pad) 20px">
        <Text as="p" maxWidth="72ch" tone="quiet">
          {t.about}
        </Text>
        <Checkbox checked={hasHours} onChange={({ target }) => setHasHours(target.checked)}>
          {t.hours}
        </Checkbox>
        {created ? (
          <NewLink
            created={{ ...created, link: hasHours ? created.link.replace('#', '?hours#') : created.link }}
            zone={shown?.timezone ?? 'UTC'}
          />
        ) : null}
        {error ? <Failed text={t.failed} again={() => void refetch()} /> : null}
        {data === undefined && !error ? <Loading /> : null}
        {data?.count === 0 ? <Empty icon="screen" title={t.none} text={t.noneText} /> : null}
        <Stack as="ul" overflow="hidden" borderRadius="var(--r-card)" background="var(--surface)" className={css.list}>
          {data?.results.map((wall) => (
            <Row key={wall.id} wall={wall} onEnd={() => end(wall)} />
          ))}
        </Stack>
      </Stack>
    </>
  );
};
