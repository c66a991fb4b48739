import { Link } from '@tanstack/react-router';
import type { Schema } from '@tocsin/contract/schemas';
import { texts } from '@tocsin/contract/texts/schemas';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { addresses } from '../addresses.ts';
import css from './live.module.css';
import type { Counts } from './machine-status.ts';

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
  /** Machines in alarm and warning by tab, as far as they are read. */
  readonly trouble: ReadonlyMap<number, Pick<Counts, 'alarm' | 'warning'>>;
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

const signs = [
  ['alarm', 'bellSolid', texts.tabAlarms],
  ['warning', 'warningSolid', texts.tabWarnings],
] as const;

/** The tabs of a schema; the current one is marked, each shows its machines in alarm and warning. */
export const TabStrip = ({ schema, siteId, tabId, trouble, actions }: Props) => (
  <Text as="nav" minWidth={0} overflowX="auto" className={css.tabs} aria-label={texts.tabsOfSchema}>
    <ul>
      {schema.schema_tabs.map((tab, i) => {
        const counts = trouble.get(tab.id);
        const isCurrent = tab.id === tabId;
        return (
          <li key={tab.id} className={isCurrent ? css.currentTab : ''}>
            <Link to={addresses.tab(siteId, schema.id, tab.id)} aria-current={isCurrent ? 'page' : undefined}>
              {tab.name}
              {signs.map(
                ([state, icon, label]) =>
                  counts !== undefined &&
                  counts[state] > 0 && (
                    <Text
                      key={state}
                      height={20}
                      padding="0 6px"
                      borderRadius="var(--r-pill)"
                      size={12}
                      className={`${css.tabCount} ${css[state]}`}
                    >
                      <Icon name={icon} size={12} label={label} /> {counts[state]}
                    </Text>
                  ),
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
