import { useQuery } from '@tanstack/react-query';
import {
  type LabelFormat,
  type LabelSubject,
  labelFormats,
  labelLayout,
  labelSheets,
  labelTexts,
} from '@tocsin/contract/labels';
import { texts } from '@tocsin/contract/texts/labels';
import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Labelled } from '../../ui/labelled.tsx';
import { Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { Loading } from '../../ui/states.tsx';
import { momentText } from '../../ui/time.ts';
import { useAction } from '../../ui/use-action.ts';
import { printLabels, subjectsQuery } from './queries.ts';

/** The longer side of the preview in pixels. */
const previewSide = 168;

const keyOf = ({ kind, id }: LabelSubject): string => `${kind} ${id}`;

interface PreviewProps {
  readonly format: LabelFormat;
  readonly title: string;
  readonly site: string;
  readonly code: { readonly path: string; readonly size: number };
}

/** One label as it is printed, in black on white, small. */
const Preview = ({ format, title, site, code }: PreviewProps) => {
  const [width, height] = labelSheets[format].label;
  const layout = labelLayout([width, height]);
  const scale = previewSide / Math.max(width, height);
  const px = (length: number): number => length * scale;
  const lineOf = (kind: keyof typeof labelTexts) => ({
    fontSize: px(layout.size * labelTexts[kind].share),
    maxHeight: `${1.15 * labelTexts[kind].lines}em`,
    marginBottom: '0.25em',
    overflow: 'hidden',
  });
  const beside = { position: 'absolute', left: px(layout.x), width: px(layout.room), lineHeight: 1.15 } as const;
  return (
    <div
      aria-hidden="true"
      style={{
        position: 'relative',
        flex: 'none',
        width: px(width),
        height: px(height),
        border: '1px solid var(--line2)',
        background: '#fff',
        color: '#000',
      }}
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${code.size} ${code.size}`}
        width={px(layout.code.side)}
        height={px(layout.code.side)}
        style={{ position: 'absolute', left: px(layout.code.x), top: px(layout.code.y) }}
      >
        <path d={code.path} />
      </svg>
      <div style={{ ...beside, top: px(layout.top) }}>
        <div style={{ ...lineOf('title'), fontWeight: 600 }}>{title}</div>
        <div style={lineOf('site')}>{site}</div>
        <div style={lineOf('opens')}>{texts.opens}</div>
      </div>
      <div style={{ ...beside, ...lineOf('danger'), top: px(layout.foot), fontWeight: 600 }}>{texts.danger}</div>
    </div>
  );
};

export interface PrintDialogProps {
  readonly site: number;
  readonly zone: string;
  readonly onClose: () => void;
}

/** Asks which labels to print, and how. */
export const PrintDialog = ({ site, zone, onClose }: PrintDialogProps) => {
  const { data, error } = useQuery(subjectsQuery(site));
  const [format, setFormat] = useState<LabelFormat>('a6');
  /** Null: those that were never printed. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const all = data?.results ?? [];
  const isChosen = (subject: LabelSubject): boolean => chosen?.has(keyOf(subject)) ?? subject.printed_at === null;
  const { run, busy, failure } = useAction(() => printLabels(site, format, all.filter(isChosen)), {
    fails: 'here',
    refetches: [['labels', site]],
  });
  const toggle = (key: string): void => {
    const next = new Set(all.filter(isChosen).map(keyOf));
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  const unscanned = all.filter((each) => each.printed_at !== null && each.scanned_at === null).length;
  return (
    <FormDialog
      title={texts.title}
      verb={texts.make}
      busy={busy}
      isReady={all.some(isChosen)}
      failure={failure ?? error?.message}
      onSubmit={() => run()}
      onClose={onClose}
    >
      <Stack gap={12}>
        <p>{texts.about}</p>
        <Labelled label={texts.format}>
          <Select
            value={format}
            onChange={setFormat}
            options={labelFormats.map((value) => ({ value, label: labelSheets[value].name }))}
          />
        </Labelled>
        {data && (
          <Row gap={16} align="center">
            <Preview
              format={format}
              title={(all.find(isChosen) ?? all[0])?.title ?? ''}
              site={data.site}
              code={data.code}
            />
            <Note>{texts.example}</Note>
          </Row>
        )}
        <Row justify="space-between" gap={8}>
          <b>{texts.what}</b>
          {unscanned > 0 && <Note>{texts.notScanned(unscanned)}</Note>}
        </Row>
        <Checkbox
          checked={all.every(isChosen)}
          indeterminate={all.some(isChosen) && !all.every(isChosen)}
          onChange={({ target }) => setChosen(new Set(target.checked ? all.map(keyOf) : []))}
        >
          {texts.all}
        </Checkbox>
        {/* Low enough that the buttons below stay on a phone's screen. */}
        <Stack as="ul" maxHeight="max(108px, min(260px, 100dvh - 668px))" overflowY="auto">
          {data === undefined && !error && <Loading />}
          {all.map((each) => (
            <Row key={keyOf(each)} as="li" justify="space-between" gap={8} minHeight={36}>
              <Checkbox checked={isChosen(each)} onChange={() => toggle(keyOf(each))}>
                {each.title}{' '}
                <Text tone="faint" size={12}>
                  {texts.kinds[each.kind]}
                </Text>
              </Checkbox>
              <Note>
                {each.printed_at === null
                  ? texts.neverPrinted
                  : each.scanned_at === null
                    ? texts.notYet
                    : texts.scanned(momentText(Date.parse(each.scanned_at), serverNow(), zone), each.scanned_by ?? '')}
              </Note>
            </Row>
          ))}
        </Stack>
      </Stack>
    </FormDialog>
  );
};
