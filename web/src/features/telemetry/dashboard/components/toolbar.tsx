import { texts } from '@tocsin/contract/texts/dashboard';
import { Checkbox, Select } from 'antd';
import type { ReactNode } from 'react';
import { Row, Text } from '../../../../ui/layout.tsx';
import { type Filter, filters } from '../model.ts';
import css from './toolbar.module.css';

export interface TabItem {
  readonly key: string;
  readonly label: string;
  readonly onOpen: () => void;
}

interface Props {
  readonly tabs: readonly TabItem[];
  readonly current: string;
  readonly nodes: boolean;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly alarmedFirst: boolean;
  /** Absent on a phone, where it always applies. */
  readonly onAlarmedFirst?: ((on: boolean) => void) | undefined;
  readonly hidden: number;
  /** The Setting menu and other actions of people with edit access. */
  readonly children?: ReactNode;
}

export const Toolbar = ({
  tabs,
  current,
  nodes,
  filter,
  onFilter,
  alarmedFirst,
  onAlarmedFirst,
  hidden,
  children,
}: Props) => (
  <Row
    justify="space-between"
    wrap
    gap="0 20px"
    padding="0 var(--page-pad)"
    borderBottom="1px solid var(--line)"
    background="var(--surface)"
    className={css.bar}
  >
    <Row as="nav" gap={20} alignSelf="stretch" align="stretch" className={css.tabs}>
      {tabs.map((tab) => (
        <Text
          as="button"
          position="relative"
          padding={0}
          tone="quiet"
          weight={500}
          whiteSpace="nowrap"
          key={tab.key}
          type="button"
          aria-current={tab.key === current ? 'page' : undefined}
          onClick={tab.onOpen}
        >
          {tab.label}
        </Text>
      ))}
    </Row>
    <Row wrap gap="8px 16px" whiteSpace="nowrap" className={css.tools}>
      {nodes ? (
        <Select
          size="small"
          aria-label={texts.nodesShown}
          value={filter}
          onChange={onFilter}
          popupMatchSelectWidth={false}
          className={css.select}
          options={filters.map((value) => ({ value, label: texts.filters[value] }))}
        />
      ) : (
        <>
          {onAlarmedFirst && (
            <Checkbox checked={alarmedFirst} onChange={(event) => onAlarmedFirst(event.target.checked)}>
              {texts.alarmedFirst}
            </Checkbox>
          )}
          <Checkbox
            checked={filter !== 'all_nodes'}
            onChange={(event) => onFilter(event.target.checked ? 'active' : 'all_nodes')}
          >
            {texts.hideDisabled}
          </Checkbox>
          {hidden > 0 && (
            <Text marginLeft={-8} tone="faint">
              {texts.hidden(hidden)}
            </Text>
          )}
        </>
      )}
      {children}
    </Row>
  </Row>
);
