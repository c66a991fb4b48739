import { texts } from '@tocsin/contract/texts/shell';
import { Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { Me } from '../../domain/me.ts';
import { useSelection } from '../../domain/selection.ts';
import { Icon } from '../../ui/icon.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { showToast } from '../../ui/toast.tsx';
import { findTargets, type Target } from './find-model.ts';
import css from './palette.module.css';
import { recentPlaces, rememberPlace } from './recent-places.ts';
import { type LoadHelp, useTargets } from './use-targets.ts';

const maxResults = 12;

/** Whether a target is remembered as recent: alarms clear, and actions are no places. */
const isPlace = ({ kind }: Target): boolean => kind !== 'alarm' && kind !== 'warning' && kind !== 'action';

interface Props {
  readonly me: Me;
  readonly loadHelp: LoadHelp;
  readonly open: boolean;
  /** Returns, once, what was typed before the palette had the focus. */
  readonly takeTyped: () => string;
  readonly onClose: () => void;
  /** Opens the list of keys. */
  readonly showKeys: () => void;
}

/** The command palette: finds alarms, clients, sites, devices, sensors, pages and actions by parts of their names. */
export const Palette = ({ me, loadHelp, open, takeTyped, onClose, showKeys }: Props) => {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const [recent, setRecent] = useState<readonly string[]>([]);
  const { device } = useSelection();
  const list = useRef<HTMLDivElement>(null);
  const isOnNewPage = useRef(false);
  const targets = useTargets({ me, query, recent, open, loadHelp, showKeys });
  const shown = findTargets(targets, query, maxResults, recent);
  useEffect(() => {
    if (!open) return;
    setChosen(0);
    isOnNewPage.current = false;
    // The selected device is left out, because the user is already there.
    setRecent(recentPlaces().filter((key) => key !== `device ${device}`));
  }, [open, device]);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const go = async (target: Target | undefined): Promise<void> => {
    if (target === undefined) return;
    onClose();
    // Other actions open a dialog, which takes the focus itself.
    isOnNewPage.current = target.kind !== 'action' || target.opensPage === true;
    if (isPlace(target)) rememberPlace(target.key);
    try {
      await target.go();
    } catch (error) {
      showToast('error', error instanceof Error ? error.message : String(error));
    }
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setChosen(Math.min(chosen + 1, shown.length - 1)),
    ArrowUp: () => setChosen(Math.max(chosen - 1, 0)),
    Enter: () => void go(shown[chosen]),
  };
  return (
    <Modal
      open={open}
      onCancel={onClose}
      afterClose={() => {
        setQuery('');
        // Moves the focus to the top of the opened page.
        if (isOnNewPage.current) document.getElementById('content')?.focus({ preventScroll: true });
      }}
      footer={null}
      closable={false}
      width={600}
      destroyOnHidden
      styles={{ container: { padding: 0 }, body: { padding: 0 } }}
      style={{ top: 80 }}
    >
      <Row gap={12} padding="0 16px" borderBottom="1px solid var(--line)" tone="faint" className={css.input}>
        <Icon name="search" size={18} />
        <input
          // biome-ignore lint/a11y/noAutofocus: the user has just opened it.
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={shown[chosen] ? `palette-${chosen}` : undefined}
          aria-label={texts.find}
          placeholder={texts.findLong}
          value={query}
          onFocus={() => {
            const typed = takeTyped();
            setQuery((now) => now + typed);
          }}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={(event) => {
            const act = keys[event.key];
            if (!act) return;
            event.preventDefault();
            act();
          }}
        />
      </Row>
      <Text
        ref={list}
        as="div"
        maxHeight={480}
        padding={6}
        overflowY="auto"
        id="palette-list"
        role="listbox"
        aria-label={texts.find}
        tabIndex={-1}
      >
        {shown.map((target, index) => (
          <Row
            key={target.key}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            gap={12}
            minHeight={36}
            padding="6px 10px"
            borderRadius="var(--r-button)"
            tone="quiet"
            cursor="pointer"
            className={`${css.target} ${target.kind === 'alarm' || target.kind === 'warning' ? css[target.kind] : ''}`}
            onMouseMove={() => setChosen(index)}
            onMouseDown={(event) => {
              event.preventDefault();
              void go(target);
            }}
          >
            <Icon name={target.icon} size={18} />
            <Text tone="plain" weight={550} whiteSpace="nowrap">
              {target.label}
            </Text>
            <Text flex={1} oneLine>
              {target.about}
            </Text>
            <Text tone="faint" size={12}>
              {texts.kinds[target.kind]}
            </Text>
          </Row>
        ))}
        {shown.length === 0 && (
          <Text as="p" padding={20} tone="faint" textAlign="center">
            {texts.nothingFound}
          </Text>
        )}
      </Text>
    </Modal>
  );
};
