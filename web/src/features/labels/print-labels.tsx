import { useQuery } from '@tanstack/react-query';
import { type LabelFormat, type LabelSubject, labelFormats, labelSheets } from '@tocsin/contract/labels';
import { texts } from '@tocsin/contract/texts/labels';
import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Labelled } from '../../ui/labelled.tsx';
import { Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { Loading } from '../../ui/states.tsx';
import { momentText } from '../../ui/time.ts';
import { useAction } from '../../ui/use-action.ts';
import { printLabels, subjectsQuery } from './queries.ts';

const keyOf = ({ kind, id }: LabelSubject): string => `${kind} ${id}`;

interface DialogProps {
  readonly site: number;
  readonly zone: string;
  readonly onClose: () => void;
}

const PrintDialog = ({ site, zone, onClose }: DialogProps) => {
  const { data, error } = useQuery(subjectsQuery(site));
  const [format, setFormat] = useState<LabelFormat>('a6');
  /** Null: all. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const all = data?.results ?? [];
  const isChosen = (subject: LabelSubject): boolean => chosen?.has(keyOf(subject)) ?? true;
  const { run, busy, failure } = useAction(() => printLabels(site, format, all.filter(isChosen)), {
    fails: 'here',
    refetches: [['labels', site]],
  });
  const toggle = (key: string): void => {
    const next = new Set(chosen ?? all.map(keyOf));
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
        <Row justify="space-between" gap={8}>
          <b>{texts.what}</b>
          {unscanned > 0 && <Note>{texts.notScanned(unscanned)}</Note>}
        </Row>
        <Checkbox
          checked={all.every(isChosen)}
          indeterminate={all.some(isChosen) && !all.every(isChosen)}
          onChange={({ target }) => setChosen(target.checked ? null : new Set())}
        >
          {texts.all}
        </Checkbox>
        <Stack as="ul" maxHeight={260} overflowY="auto">
          {data === undefined && !error && <Loading />}
          {all.map((each) => (
            <Row key={keyOf(each)} as="li" justify="space-between" gap={8} minHeight={36}>
              <Checkbox checked={isChosen(each)} onChange={() => toggle(keyOf(each))}>
                {each.title}{' '}
                <Text tone="faint" size={12}>
                  {texts.kinds[each.kind]}
                </Text>
              </Checkbox>
              {each.printed_at !== null && (
                <Note>
                  {each.scanned_at === null
                    ? texts.notYet
                    : texts.scanned(momentText(Date.parse(each.scanned_at), serverNow(), zone), each.scanned_by ?? '')}
                </Note>
              )}
            </Row>
          ))}
        </Stack>
      </Stack>
    </FormDialog>
  );
};

/** The action that prints QR labels of a site's devices and machines. */
export const PrintLabels = ({ site, zone }: Omit<DialogProps, 'onClose'>) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="grid" onClick={() => setOpen(true)}>
        {texts.print}
      </Button>
      {isOpen && <PrintDialog site={site} zone={zone} onClose={() => setOpen(false)} />}
    </>
  );
};
