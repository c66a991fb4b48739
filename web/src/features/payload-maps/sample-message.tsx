import type { Sample } from '@tocsin/contract/payload-maps';
import { texts as t } from '@tocsin/contract/texts/payload-maps';
import { Input } from 'antd';
import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Note, Row, Section, Stack, Text } from '../../ui/layout.tsx';
import { useTablet } from '../../ui/use-media.ts';
import type { Leaf, TreeLine } from './model.ts';

interface TreeProps {
  readonly lines: readonly TreeLine[];
  /** Number of the row that a path is mapped by. */
  readonly rowOf: (path: string) => number | undefined;
  readonly onPress: (leaf: Leaf) => void;
  readonly timePath: string | undefined;
}

const shown = (value: Leaf['value']): string => (typeof value === 'string' ? JSON.stringify(value) : String(value));

/** The message as a tree, whose values are pressed to be mapped. */
const Tree = ({ lines, rowOf, onPress, timePath }: TreeProps) => (
  // A long message leaves room for the values on a small screen; its buttons scroll it by keys.
  <Stack
    as="ul"
    gap={2}
    margin="0"
    padding="0"
    listStyle="none"
    overflow="auto"
    maxHeight={useTablet() ? 'max(240px, 40vh)' : 'none'}
  >
    {lines.map(({ path, name, depth, leaf, entries }) => {
      const row = rowOf(path);
      const place = row !== undefined ? row + 1 : path === timePath ? t.isTime : undefined;
      const indent = `${8 + depth * 16}px`;
      return (
        <li key={path}>
          {leaf ? (
            <Row
              as="button"
              type="button"
              width="100%"
              gap={8}
              padding="3px 8px"
              paddingLeft={indent}
              border="0"
              borderRadius="var(--r-button)"
              background={place === undefined ? 'transparent' : 'var(--sunken)'}
              cursor="pointer"
              textAlign="left"
              aria-pressed={place !== undefined}
              onClick={() => onPress(leaf)}
            >
              <Text
                as="code"
                size={13}
                line={18}
                weight={place === undefined ? 400 : 600}
                flex="1 1 auto"
                overflowWrap="anywhere"
              >
                {name}: {shown(leaf.value)}
              </Text>
              {place !== undefined && (
                <Text size={12} line={16} weight={600} padding="0 6px" border="1px solid var(--line)" borderRadius={4}>
                  {place}
                </Text>
              )}
            </Row>
          ) : (
            <Text as="code" display="block" size={13} line={18} tone="quiet" padding="3px 8px" paddingLeft={indent}>
              {name} ({entries})
            </Text>
          )}
        </li>
      );
    })}
  </Stack>
);

interface Props extends TreeProps {
  readonly samples: readonly Sample[];
  readonly index: number;
  readonly onIndex: (index: number) => void;
  /** Absent: the messages are those that wait. */
  readonly onPaste?: (sample: Sample) => void;
  readonly isJson: boolean;
}

/** The left column: the message that is mapped. */
export const SampleMessage = ({ samples, index, onIndex, onPaste, isJson, ...tree }: Props) => {
  const sample = samples[index];
  // The sample of a format is there already, and is replaced by a message of one's own.
  const [isPasted] = useState(!isJson);
  return (
    <Section gap={8} minWidth={0} aria-label={t.steps.sample}>
      <Row justify="space-between" gap={8}>
        <h2>{t.steps.sample}</h2>
        {samples.length > 1 && (
          <Row gap={4}>
            <Text tone="quiet" size={13} line={18}>
              {t.sampleOf(index + 1, samples.length)}
            </Text>
            <IconButton
              icon="left"
              label={t.previous}
              size={16}
              disabled={index === 0}
              onClick={() => onIndex(index - 1)}
            />
            <IconButton
              icon="right"
              label={t.next}
              size={16}
              disabled={index === samples.length - 1}
              onClick={() => onIndex(index + 1)}
            />
          </Row>
        )}
      </Row>
      {onPaste && (
        <Fold title={t.paste} isOpen={isPasted}>
          <Input.TextArea
            aria-label={t.paste}
            placeholder={t.paste}
            autoSize={{ minRows: 3, maxRows: 8 }}
            spellCheck={false}
            value={sample?.body ?? ''}
            onChange={({ target }) => onPaste({ topic: sample?.topic ?? null, body: target.value })}
          />
          <Note>{t.pasteAbout}</Note>
          <Input
            aria-label={t.topic}
            placeholder={t.topic}
            spellCheck={false}
            value={sample?.topic ?? ''}
            onChange={({ target }) => onPaste({ topic: target.value || null, body: sample?.body ?? '' })}
          />
          <Note>{t.topicAbout}</Note>
        </Fold>
      )}
      {!onPaste && sample?.topic && (
        <Text as="code" size={12} line={16} tone="faint" overflowWrap="anywhere">
          {sample.topic}
        </Text>
      )}
      {sample?.body.trim() && !isJson && <Text tone="warning">{t.notJson}</Text>}
      <Tree {...tree} />
      {tree.lines.length > 0 && <Note>{t.press}</Note>}
    </Section>
  );
};
