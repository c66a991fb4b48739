import { texts } from '@tocsin/contract/texts/offline';
import { useEffect } from 'react';
import { type Entry, isOld, makeNote, readWaiting, removeEntry, retry, waiting } from '../api/offline-queue.ts';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note, Row, Stack, Text } from '../ui/layout.tsx';
import { browserZone, dayMinuteText } from '../ui/time.ts';
import { useAction } from '../ui/use-action.ts';
import { useStore } from '../ui/use-store.ts';

const WaitingEntry = ({ entry }: { readonly entry: Entry }) => {
  const { ask, dialog } = useConfirm();
  const again = useAction(() => retry(entry));
  const what = `${texts.kinds[entry.kind]}: ${entry.about}`;
  const when = dayMinuteText(entry.writtenAt, browserZone());
  const asNote = useAction(() => makeNote(entry, texts.noteText(what, when, entry.text)));
  const isStuck = isOld(entry) || entry.refused !== null;
  return (
    <Stack as="li" gap={4} padding="12px 0" borderTop="1px solid var(--line)" overflowWrap="anywhere">
      <b>{what}</b>
      {entry.text !== '' && <span>{entry.text}</span>}
      <Note>{texts.written(when)}</Note>
      <Text tone={isStuck ? 'warning' : 'quiet'} role={isStuck ? 'alert' : undefined}>
        <Icon name={isStuck ? 'warning' : 'upload'} size={14} />{' '}
        {isOld(entry) ? texts.states.old : (entry.refused ?? texts.states.waiting)}
      </Text>
      <Row wrap gap={8} align="stretch">
        {!isOld(entry) && (
          <Button size="large" busy={again.busy} onClick={() => again.run()}>
            {texts.retry}
          </Button>
        )}
        {isStuck && entry.kind !== 'note' && (
          <Button size="large" busy={asNote.busy} onClick={() => asNote.run()}>
            {texts.asNote}
          </Button>
        )}
        <Button
          size="large"
          look="quiet"
          onClick={() =>
            ask({
              title: texts.removeAsk,
              body: texts.removeAbout,
              yes: texts.remove,
              danger: true,
              act: () => removeEntry(entry),
            })
          }
        >
          {texts.remove}
        </Button>
      </Row>
      {dialog}
    </Stack>
  );
};

/** What was written without a network and waits in this browser; nothing if there is nothing. */
export const WaitingList = () => {
  const { entries, locked, others } = useStore(waiting);
  useEffect(() => void readWaiting().catch(() => undefined), []);
  if (entries.length + locked + others === 0) return null;
  return (
    <Stack as="section" surface gap={4} padding="12px 16px" aria-label={texts.title}>
      <Text as="h2" size={16}>
        {texts.title}
      </Text>
      <Note>{texts.about}</Note>
      <ul>
        {entries.map((entry) => (
          <WaitingEntry key={entry.id} entry={entry} />
        ))}
      </ul>
      {locked > 0 && <Note>{texts.locked(locked)}</Note>}
      {others > 0 && <Note>{texts.others(others)}</Note>}
    </Stack>
  );
};
