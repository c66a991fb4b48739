import { Link } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/settings';
import { useMe } from '../../domain/me.ts';
import { Button, buttonLink } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { resetSettings } from './queries.ts';
import css from './settings.module.css';

const t = texts.hub.cards;

const cards = [
  { to: '/settings/rss/edit', icon: 'rss', ...t.rss },
  { to: '/flatpages', icon: 'edit', ...t.styles },
  { to: '/settings/oem/contacts', icon: 'info', ...t.contacts },
  { to: '/settings/oem/second-factor', icon: 'shield', ...t.secondFactor },
  { to: '/settings/oem/sms', icon: 'text', ...t.sms },
] as const satisfies readonly { readonly icon: IconName; readonly [key: string]: string }[];

const also = [
  { to: '/oem/health', icon: 'gauge', ...t.health },
  { to: '/oem/registry', icon: 'device', ...t.registry },
  { to: '/oem/unknown', icon: 'search', ...t.unknown },
  { to: '/oem/mailbox', icon: 'mail', ...t.mailbox },
  { to: '/oem/removed', icon: 'undo', ...t.removed },
  { to: '/audit', icon: 'list', ...t.audit },
] as const satisfies readonly { readonly icon: IconName; readonly [key: string]: string }[];

const Card = ({ card }: { readonly card: (typeof cards)[number] | (typeof also)[number] }) => (
  <Stack as="article" surface gap={6} alignContent="start" padding={20} className={css.card}>
    <Icon name={card.icon} size={24} />
    <h3>{card.title}</h3>
    <p>{card.about}</p>
    <Text as="span" marginTop={6}>
      <Link to={card.to} className={buttonLink}>
        {card.action}
      </Link>
    </Text>
  </Stack>
);

/** The cards of a group under its title. */
const Group = ({ title, cards: shown }: { readonly title: string; readonly cards: typeof cards | typeof also }) => (
  <>
    <Text as="h2" padding="0 var(--page-pad) 8px" size={16} line={22}>
      {title}
    </Text>
    <div className={css.cards}>
      {shown.map((card) => (
        <Card key={card.to} card={card} />
      ))}
    </div>
  </>
);

export const OemSettingPage = () => {
  const { ask, dialog } = useConfirm();
  return (
    <>
      <PageHeader title={texts.hub.title}>
        {may(useMe(), 'superuser') && (
          <Button
            look="danger"
            icon="undo"
            onClick={() =>
              ask({
                ...texts.hub.reset.ask,
                yes: texts.hub.reset.act,
                danger: true,
                act: resetSettings,
                toast: texts.hub.reset.done,
                refetches: 'all',
              })
            }
          >
            {texts.hub.reset.act}
          </Button>
        )}
      </PageHeader>
      <Group title={texts.hub.groups.settings} cards={cards} />
      <Group title={texts.hub.groups.operation} cards={also} />
      {dialog}
    </>
  );
};
