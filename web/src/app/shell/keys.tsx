import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/shell';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Me } from '../../domain/me.ts';
import { useSelection } from '../../domain/selection.ts';
import { Icon } from '../../ui/icon.tsx';
import { LateModal } from '../../ui/late-modal.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { hasLetterKeys, useAddedKeys, useLetterKeys } from '../../ui/page-keys.ts';
import { useLatched } from '../../ui/use-latched.ts';
import css from './keys.module.css';
import { useShows } from './page-frame.tsx';
import { rememberPlace } from './recent-places.ts';
import type { LoadHelp } from './use-targets.ts';

const Palette = latePart(async () => (await import('./palette.tsx')).Palette);

/** Entries opened by `g` followed by a letter. */
const letters = [
  ['s', 'sites', '/sites'],
  ['e', 'devices', '/devices'],
  ['d', 'dashboard', '/dashboard'],
  ['g', 'graphs', '/graphs'],
  ['n', 'notifications', '/notifications'],
  ['v', 'visualDashboard', '/visual-dashboard'],
  ['h', 'help', '/help'],
] as const;
/** Maximum time between `g` and the second key. */
const togetherMs = 1_000;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const hint = isMac ? '⌘ K' : 'Ctrl K';

const Key = ({ children }: { readonly children: string }) => (
  <Text as="kbd" border="1px solid var(--line)" className={css.key}>
    {children}
  </Text>
);

interface Props {
  readonly me: Me;
  readonly loadHelp: LoadHelp;
}

/** The command palette, the overview of keys, and the key bindings themselves. */
export const Keys = ({ me, loadHelp }: Props) => {
  const navigate = useNavigate();
  const [finding, setFinding] = useState(false);
  const [help, setHelp] = useState(false);
  const showKeys = useCallback(() => setHelp(true), []);
  const added = useAddedKeys();
  const [areOn, turn] = useLetterKeys();
  const shows = useShows(me);
  const pages = useMemo(() => letters.filter(([, , to]) => shows(to)), [shows]);
  const hasFound = useLatched(finding);
  const hasHelped = useLatched(help);
  const { device } = useSelection();
  useEffect(() => {
    if (device !== null) rememberPlace(`device ${device}`);
  }, [device]);
  // What is typed before the palette has the focus; null: none is opening.
  const typed = useRef<string | null>(null);
  const takeTyped = useCallback((): string => {
    const text = typed.current ?? '';
    typed.current = null;
    return text;
  }, []);
  const find = useCallback(() => {
    typed.current = '';
    setFinding(true);
  }, []);
  const endFinding = useCallback(() => {
    typed.current = null;
    setFinding(false);
  }, []);
  /** Whether the key belongs to the palette that is opening. */
  const takesKey = useCallback(
    ({ key }: KeyboardEvent): boolean => {
      if (typed.current === null) return false;
      if (key === 'Escape') endFinding();
      else if (key.length === 1) typed.current += key;
      return true;
    },
    [endFinding],
  );
  useEffect(() => {
    let began = 0;
    const onKeyDown = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        find();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || takesKey(event)) return;
      if (!hasLetterKeys()) return;
      if (event.key === '?') {
        setHelp(true);
        return;
      }
      const page = pages.find(([letter]) => letter === event.key);
      if (page && event.timeStamp - began < togetherMs) {
        began = 0;
        void navigate({ to: page[2] });
        return;
      }
      began = event.key === 'g' ? event.timeStamp : 0;
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [navigate, pages, find, takesKey]);
  return (
    <>
      <Text
        type="button"
        as="button"
        width={248}
        height={32}
        padding="0 6px 0 10px"
        border="1px solid var(--line2)"
        borderRadius="var(--r-button)"
        background="var(--surface)"
        tone="faint"
        className={css.find}
        onClick={find}
        title={texts.find}
      >
        <Icon name="search" size={16} />
        <Text flex={1} textAlign="left" whiteSpace="nowrap" className={css.words}>
          {texts.find}
        </Text>{' '}
        <kbd className={css.hint}>{hint}</kbd>
      </Text>
      {hasFound && (
        <Palette
          me={me}
          loadHelp={loadHelp}
          open={finding}
          takeTyped={takeTyped}
          onClose={endFinding}
          showKeys={showKeys}
        />
      )}
      {hasHelped && (
        <LateModal
          open={help}
          onCancel={() => setHelp(false)}
          footer={null}
          title={texts.keys}
          width={480}
          destroyOnHidden
        >
          <Stack as="dl" gap={8} className={css.help}>
            <dt>
              <Key>{isMac ? '⌘' : 'Ctrl'}</Key> <Key>K</Key>
            </dt>
            <dd>{texts.findLong}</dd>
            {pages.map(([letter, name]) => (
              <Stack gridColumn="1 / -1" key={letter}>
                <dt>
                  <Key>g</Key> <Key>{letter}</Key>
                </dt>
                <dd>{texts.entries[name].label}</dd>
              </Stack>
            ))}
            <dt>
              <Key>?</Key>
            </dt>
            <dd>{texts.keys}</dd>
            {[texts.escape, ...added].map(([keys, what]) => (
              <Stack gridColumn="1 / -1" key={keys}>
                <dt>
                  <Key>{keys}</Key>
                </dt>
                <dd>{what}</dd>
              </Stack>
            ))}
          </Stack>
          <label>
            <input type="checkbox" checked={areOn} onChange={({ target }) => turn(target.checked)} /> {texts.letterKeys}
          </label>
        </LateModal>
      )}
    </>
  );
};
