import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Grid, Row, Stack, Text } from '../../../../ui/layout.tsx';
import { Failed, Loading } from '../../../../ui/states.tsx';
import { showToast } from '../../../../ui/toast.tsx';
import type { Machine } from '../../canvas/tab.ts';
import { type Mapped, type Target, targetsOf } from '../model/copies.ts';
import { useEdited, useEditor } from '../use-editor.tsx';
import css from './copy-dialog.module.css';
import { NumberField } from './number-field.tsx';
import type { SensorBook } from './sensor-book.ts';
import { useOffers } from './use-offers.ts';

const usualGap = 40;
const maxGap = 2_000;

const wordsOf = ({ point, to }: Mapped): string => {
  if (to === null) return texts.copyMissing;
  return point !== null && to.inUse !== null ? to.inUse : `${to.name}, ${to.device}`;
};

/** Each sensor of the original and its counterpart in one copy. */
const Mapping = ({ target, machines }: { readonly target: Target; readonly machines: readonly Machine[] }) => {
  const name = (id: string): string => target.rename(machines.find((machine) => machine.id === id)?.name ?? '');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <Text
      as="section"
      maxHeight={320}
      marginBottom={12}
      overflow="auto"
      className={css.mapping}
      aria-label={texts.copyMapping(target.label)}
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th>{texts.copyMachine}</th>
            <th>{texts.copyFrom}</th>
            <th>{texts.copyBecomes}</th>
          </tr>
        </thead>
        <tbody>
          {target.rows.map((row) => (
            <tr
              key={`${row.machine} ${row.point}`}
              data-open={row.to === null || (row.point !== null && row.to.inUse !== null)}
            >
              <td>{name(row.machine)}</td>
              <td>
                {row.from.name}
                {row.point === null && ` (${texts.stateSensor})`}
              </td>
              <td>{wordsOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Text>
  );
};

interface Props {
  readonly machines: readonly Machine[];
  readonly book: SensorBook;
  readonly close: () => void;
}

/** Copies machines, with their sensors mapped by name. Shows the mapping first; the copy is one undo step. */
export const CopyDialog = ({ machines, book, close }: Props) => {
  const editor = useEditor();
  const tab = useEdited((state) => state.tab);
  const { offers, found, isError } = useOffers(book, tab);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<string | null>(null);
  const [gap, setGap] = useState(usualGap);
  useEffect(() => {
    if (found) book.learn(found);
  }, [book, found]);
  const targets = useMemo(() => (offers === undefined ? [] : targetsOf(machines, offers)), [machines, offers]);
  const chosen = targets.filter(({ key }) => picked.has(key));
  const preview = targets.find(({ key }) => key === shown) ?? chosen[0] ?? targets[0];
  const hasSensors = machines.some(({ bindings, stateSensor }) => bindings.length > 0 || stateSensor !== null);
  const toggle = (key: string): void => {
    const next = new Set(picked);
    if (!next.delete(key)) next.add(key);
    setPicked(next);
    setShown(key);
  };
  const copy = (): void => {
    if (!editor.copyTo(chosen, gap)) {
      showToast('warning', texts.copyNoRoom);
      return;
    }
    showToast('success', texts.copiedNow(chosen.length));
    close();
  };
  const title = texts.copyTitle(machines.length === 1 ? (machines[0]?.name ?? '') : texts.several(machines.length));
  return (
    <Dialog title={title} onClose={close} width={760}>
      {/* Enter on a checkbox submits: by Tab, the button is behind as many fields as there are copies. */}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          copy();
        }}
      >
        <p>{texts.copyAbout}</p>
        {isError && <Failed text={texts.searchFailed} />}
        {!isError && offers === undefined && <Loading />}
        {offers !== undefined && targets.length === 0 && <p>{hasSensors ? texts.copyNone : texts.copyNoSensors}</p>}
        {targets.length > 0 && (
          <Grid columns="minmax(200px, 1fr) 2fr" gap={16} marginTop={12} className={css.columns}>
            <Stack
              as="fieldset"
              alignContent="start"
              gap={2}
              maxHeight={380}
              margin={0}
              padding={0}
              border={0}
              overflowY="auto"
              className={css.targets}
            >
              <Text as="legend" padding="0 0 6px" weight={600}>
                {texts.copyTo}
              </Text>
              <Button
                size="bar"
                // biome-ignore lint/a11y/noAutofocus: the dialog has just been opened and its list loaded.
                autoFocus
                onClick={() => setPicked(new Set(picked.size === targets.length ? [] : targets.map(({ key }) => key)))}
              >
                {picked.size === targets.length ? texts.copySelectNone : texts.copySelectAll}
              </Button>
              {targets.map(({ key, label, mapped, rows }) => (
                <Grid
                  as="label"
                  columns="auto 1fr"
                  gap="0 8px"
                  padding="6px 8px"
                  borderRadius="var(--r-button)"
                  overflowWrap="anywhere"
                  key={key}
                  data-shown={preview?.key === key}
                >
                  <input
                    type="checkbox"
                    checked={picked.has(key)}
                    onChange={() => toggle(key)}
                    onFocus={() => setShown(key)}
                  />
                  <span>{label}</span>
                  <Text as="small" gridColumn={2} tone="quiet">
                    {texts.copyMapped(mapped, rows.length)}
                  </Text>
                </Grid>
              ))}
            </Stack>
            <div>
              {preview && <Mapping target={preview} machines={machines} />}
              <NumberField label={texts.copyGap} value={gap} min={0} max={maxGap} onValue={setGap} />
            </div>
          </Grid>
        )}
        <Row justify="flex-end" gap={8} marginTop={16} align="stretch">
          <Button onClick={close}>{texts.cancelCopy}</Button>
          <Button look="primary" type="submit" disabled={chosen.length === 0}>
            {texts.copyNow(chosen.length)}
          </Button>
        </Row>
      </form>
    </Dialog>
  );
};
