import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/graphs';
import { Form, Input, Select, Tooltip } from 'antd';
import { useState, useSyncExternalStore } from 'react';
import { useMe } from '../../../../domain/me.ts';
import { noteSubject } from '../../../../domain/notes-around.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { ChartGroup } from '../../../../ui/chart/chart-group.ts';
import { useWidth } from '../../../../ui/chart/use-width.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FormPage } from '../../../../ui/form-page.tsx';
import { FormMoment } from '../../../../ui/form-pickers.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Text } from '../../../../ui/layout.tsx';
import { searchByLabel } from '../../../../ui/search-by-label.ts';
import { dayMinuteText } from '../../../../ui/time.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { momentOfFields, wallFields } from '../../../../ui/zone.ts';
import type { GraphName } from '../queries.ts';
import { useLastCursor } from '../use-last-cursor.ts';
import { type NoteMark, noteMarks } from './clusters.ts';
import css from './notes-lane.module.css';
import { addGraphNote, graphNotesQuery } from './queries.ts';

const t = texts.notes;
/** Keys of the choices besides the sensors, whose paths begin with a number. */
const [wholeDevice, wholeSite] = ['device', 'site'] as const;
/** Width of a mark in px; notes whose marks would overlap share one. */
const markPx = 26;

interface ToolsProps {
  readonly group: ChartGroup;
  readonly site: number;
  readonly device: { readonly id: number; readonly title: string };
  /** The sensors of the page; a note can be about one of them. */
  readonly sensors: readonly GraphName[];
  /** Zone in which times are typed. */
  readonly siteZone: string;
  /** Whether it has a link to all devices at the time of the cursor. */
  readonly hasMoment: boolean;
}

interface LaneProps {
  readonly group: ChartGroup;
  readonly site: number;
  readonly device: number;
  /** Zone in which times are shown. */
  readonly zone: string;
  readonly isLive: boolean;
}

const Mark = ({ mark, zone }: { readonly mark: NoteMark; readonly zone: string }) => {
  const lines = mark.notes.map((note) => ({
    id: note.id,
    head: `${dayMinuteText(Date.parse(note.at), zone)}, ${note.by}, ${noteSubject(note)}`,
    text: note.text,
  }));
  return (
    <Tooltip
      trigger={['hover', 'focus', 'click']}
      title={
        <span className={css.words}>
          {lines.map(({ id, head, text }) => (
            <span key={id}>
              <b>{head}</b>
              {text}
            </span>
          ))}
        </span>
      }
    >
      <button
        type="button"
        className={css.mark}
        style={{ left: `${mark.part * 100}%` }}
        aria-label={t.mark(lines.map(({ head, text }) => `${head}: ${text}`).join('; '))}
      >
        {lines.length === 1 ? <Icon name="edit" size={14} /> : lines.length}
      </button>
    </Tooltip>
  );
};

interface Values {
  readonly text: string;
  /** The path of a sensor, 'device' or 'site'. */
  readonly about: string;
  /** Site time, `2026-11-23T06:00`. */
  readonly at: string;
}

const NoteForm = ({
  site,
  device,
  sensors,
  siteZone,
  at,
  onClose,
}: Omit<ToolsProps, 'group' | 'hasMoment'> & {
  readonly at: number;
  readonly onClose: () => void;
}) => {
  const [form] = Form.useForm<Values>();
  const queries = useQueryClient();
  const { date, time } = wallFields(at, siteZone);
  const initial = `${date}T${time}`;
  const save = async (values: Values): Promise<void> => {
    const [day = '', clock = ''] = values.at.split('T');
    // The field has no seconds: if it was not changed, use the exact time of the cursor.
    const moment = values.at === initial ? at : momentOfFields(day, clock, siteZone);
    await addGraphNote(site, {
      text: values.text,
      device: values.about === wholeSite ? null : device.id,
      sensor: values.about === wholeSite || values.about === wholeDevice ? null : values.about,
      ...(moment === null ? {} : { at: new Date(moment).toISOString() }),
    });
    await queries.invalidateQueries({ queryKey: ['graph-notes', site] });
    showToast('success', t.saved);
    onClose();
  };
  return (
    <Dialog title={t.add} onClose={onClose}>
      <FormPage<Values>
        inCard
        form={form}
        initial={{
          text: '',
          about: sensors.length === 1 ? (sensors[0]?.path ?? wholeDevice) : wholeDevice,
          at: initial,
        }}
        save={t.save}
        onSave={save}
        onCancel={onClose}
      >
        <Form.Item name="text" label={t.text} rules={[{ required: true, whitespace: true, message: t.missing }]}>
          <Input.TextArea rows={3} maxLength={1_500} />
        </Form.Item>
        <Form.Item name="about" label={t.about}>
          <Select
            options={[
              { value: wholeDevice, label: device.title },
              { value: wholeSite, label: t.wholeSite },
              ...sensors.map(({ path, name }) => ({ value: path, label: name })),
            ]}
            showSearch={searchByLabel}
          />
        </Form.Item>
        <Form.Item name="at" label={t.at(siteZone)} rules={[{ required: true, message: t.noTime }]}>
          <FormMoment label={t.at(siteZone)} />
        </Form.Item>
      </FormPage>
    </Dialog>
  );
};

/** Buttons for a new note, and for all devices of the site, at the time of the cursor. */
export const CursorTools = ({ group, site, device, sensors, siteZone, hasMoment }: ToolsProps) => {
  const me = useMe();
  const [writingAt, setWritingAt] = useState<number | null>(null);
  const atCursor = useLastCursor(group);
  const navigate = useNavigate();
  const openMoment = (): void =>
    void navigate({
      to: '/sites/$id/moment',
      params: { id: String(site) },
      search: { at: new Date(atCursor()).toISOString() },
    });
  return (
    <>
      {me && me.kind !== 'wall' && (
        <Button size="bar" icon="edit" title={t.hint} onClick={() => setWritingAt(atCursor())}>
          {t.add}
        </Button>
      )}
      {hasMoment && (
        <Button size="bar" icon="clock" title={texts.siteMomentHint} onClick={openMoment}>
          {texts.siteMoment}
        </Button>
      )}
      {writingAt !== null && (
        <NoteForm
          site={site}
          device={device}
          sensors={sensors}
          siteZone={siteZone}
          at={writingAt}
          onClose={() => setWritingAt(null)}
        />
      )}
    </>
  );
};

/** A lane above the graphs with the notes of the visible range; nothing while the loaded range has none. */
export const NotesLane = ({ group, site, device, zone, isLive }: LaneProps) => {
  const [ref, width] = useWidth();
  const range = useSyncExternalStore(group.onRange, group.range);
  const full = useSyncExternalStore(group.onRange, group.full);
  const notes = useQuery(graphNotesQuery(site, device, full, isLive)).data ?? [];
  const apartMs = width === 0 ? 0 : ((range.to - range.from) / width) * markPx;
  if (notes.length === 0) return null;
  return (
    <Text
      as="section"
      borderBottom="1px solid var(--line)"
      background="var(--surface)"
      className={css.lane}
      aria-label={t.title}
    >
      <Text ref={ref} as="div" position="relative" gridColumn={2} minHeight={32}>
        {noteMarks(notes, range, apartMs).map((mark) => (
          <Mark key={mark.notes[0].id} mark={mark} zone={zone} />
        ))}
      </Text>
    </Text>
  );
};
