import { Link } from '@tanstack/react-router';
import type { Notification } from '@tocsin/contract/live';
import type { Schema } from '@tocsin/contract/schemas';
import { texts } from '@tocsin/contract/texts/schemas';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { addresses } from '../addresses.ts';
import css from './live.module.css';
import { troubleOf } from './tab-trouble.ts';

export interface TabActions {
  readonly edit: () => void;
  readonly clone: () => void;
  /** null: a tab of a published schema cannot be deleted. */
  readonly remove: (() => void) | null;
  /** null: the order of a published schema cannot be changed. */
  readonly move: ((by: -1 | 1) => void) | null;
}

interface Props {
  readonly schema: Schema;
  readonly siteId: number;
  readonly tabId: number;
  readonly notifications: readonly Notification[];
  readonly actions: TabActions | null;
}

const Actions = ({
  actions,
  isFirst,
  isLast,
}: {
  readonly actions: TabActions;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}) => (
  <Row as="span" marginLeft={4} align="stretch" className={css.tabActions}>
    <IconButton icon="edit" label={texts.editTab} size={16} onClick={actions.edit} />
    <IconButton icon="copy" label={texts.cloneTab} size={16} onClick={actions.clone} />
    {actions.remove && <IconButton icon="trash" label={texts.deleteTabLabel} size={16} onClick={actions.remove} />}
    {actions.move && !isFirst && (
      <IconButton icon="left" label={texts.moveLeft} size={16} onClick={() => actions.move?.(-1)} />
    )}
    {actions.move && !isLast && (
      <IconButton icon="right" label={texts.moveRight} size={16} onClick={() => actions.move?.(1)} />
    )}
  </Row>
);

/** The tabs of a schema; the current one is marked, each shows its alarms and warnings. */
export const TabStrip = ({ schema, siteId, tabId, notifications, actions }: Props) => (
  <Text as="nav" minWidth={0} overflowX="auto" className={css.tabs} aria-label={texts.tabsOfSchema}>
    <ul>
      {schema.schema_tabs.map((tab, i) => {
        const { alarms, warnings } = troubleOf(tab.sensors_ids, notifications);
        const isCurrent = tab.id === tabId;
        return (
          <li key={tab.id} className={isCurrent ? css.currentTab : ''}>
            <Link to={addresses.tab(siteId, schema.id, tab.id)} aria-current={isCurrent ? 'page' : undefined}>
              {tab.name}
              {alarms > 0 && (
                <Text
                  height={20}
                  padding="0 6px"
                  borderRadius="var(--r-pill)"
                  size={12}
                  className={`${css.tabCount} ${css.alarm}`}
                >
                  <Icon name="bellSolid" size={12} label={texts.tabAlarms} /> {alarms}
                </Text>
              )}
              {warnings > 0 && (
                <Text
                  height={20}
                  padding="0 6px"
                  borderRadius="var(--r-pill)"
                  size={12}
                  className={`${css.tabCount} ${css.warning}`}
                >
                  <Icon name="warningSolid" size={12} label={texts.tabWarnings} /> {warnings}
                </Text>
              )}
            </Link>
            {isCurrent && actions && (
              <Actions actions={actions} isFirst={i === 0} isLast={i === schema.schema_tabs.length - 1} />
            )}
          </li>
        );
      })}
    </ul>
  </Text>
);
