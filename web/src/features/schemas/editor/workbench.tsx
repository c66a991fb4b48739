import { useBlocker, useNavigate } from '@tanstack/react-router';
import type { Tab as SavedTab, SchemaSensor } from '@tocsin/contract/schemas';
import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { texts as schemaTexts } from '@tocsin/contract/texts/schemas';
import { ReactFlowProvider, useReactFlow, useStore } from '@xyflow/react';
import { Modal } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { registerUnsavedForm } from '../../../ui/unsaved-forms.ts';
import { addresses } from '../addresses.ts';
import type { Tab } from '../canvas/tab.ts';
import { tabOf } from '../canvas/tab-document.ts';
import { stampText } from '../model.ts';
import css from './components/components.module.css';
import { EditorHeader } from './components/header.tsx';
import { Inspector } from './components/inspector.tsx';
import { Palette } from './components/palette.tsx';
import { createSensorBook, type SensorNames } from './components/sensor-book.ts';
import { Tip } from './components/tip.tsx';
import { Toolbar } from './components/toolbar.tsx';
import { draftKey, newDraftPrefix, type StoredDraft } from './draft.ts';
import { Editor } from './model/editor.ts';
import { Surface } from './surface/surface.tsx';
import { useDraft } from './use-draft.ts';
import { EditorProvider, useEdited } from './use-editor.tsx';
import { useKeys } from './use-keys.ts';
import { type Place, useSave } from './use-save.tsx';

export interface WorkbenchProps {
  readonly userId: number;
  readonly site: { readonly id: number; readonly title: string; readonly timezone: string };
  readonly schema: { readonly id: number; readonly name: string } | null;
  /** null for a new tab. */
  readonly saved: SavedTab | null;
  readonly tab: Tab;
  readonly sensors: ReadonlyMap<string, SchemaSensor>;
  /** Called after a save that created a tab or a copy. */
  readonly moves: (to: Pick<SavedTab, 'id' | 'schema'>) => void;
}

const whoSaved = ({ modified_by: { first_name, last_name } }: SavedTab): string => `${first_name} ${last_name}`.trim();

const edge = 40;
/** Height covered by the floating toolbar, in px. */
const above = 72;

/** The view that shows the whole tab. */
const useFit = (): (() => void) => {
  const { setViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const tabWidth = useEdited((state) => state.tab.width);
  const tabHeight = useEdited((state) => state.tab.height);
  return useCallback(() => {
    if (width === 0 || height === 0) return;
    const zoom = Math.min((width - 2 * edge) / tabWidth, (height - above - edge) / tabHeight, 1);
    const y = above + Math.max(0, (height - above - edge - tabHeight * zoom) / 2);
    void setViewport({ x: (width - tabWidth * zoom) / 2, y, zoom });
  }, [setViewport, width, height, tabWidth, tabHeight]);
};

const Inner = ({
  editor,
  userId,
  site,
  schema,
  saved: before,
  sensors,
  moves,
}: WorkbenchProps & { readonly editor: Editor }) => {
  const navigate = useNavigate();
  const root = useRef<HTMLDivElement>(null);
  // The version on which this drawing is based; a version from a background fetch must not replace it.
  const [saved, setSaved] = useState(before);
  const isNewSchema = saved === null && schema === null;
  const [schemaName, setSchemaName] = useState<string>(texts.newSchema);
  const isDirty = useEdited((state) => state.isDirty);
  const schemaId = saved?.schema ?? schema?.id ?? null;
  const place: Place = useMemo(
    () => ({ siteId: site.id, schemaId, tabId: saved?.id ?? null, version: saved?.version ?? null }),
    [site.id, schemaId, saved?.id, saved?.version],
  );
  const names = useRef<SensorNames>(new Map());
  const book = useMemo(() => {
    for (const [path, sensor] of sensors) names.current.set(path, sensor);
    return createSensorBook({ siteId: place.siteId, schemaId: place.schemaId, tabId: place.tabId }, names.current);
  }, [place, sensors]);
  const leaving = useRef(false);
  const [openedAt] = useState(() => Date.now());
  const newPrefix = saved === null ? newDraftPrefix(userId, site.id, schemaId) : null;
  const key = saved === null ? `${newPrefix}${openedAt}` : draftKey(userId, `tab ${saved.id}`);
  const { offered, close } = useDraft(editor, key, newPrefix, saved?.version ?? null, isNewSchema ? schemaName : null);

  const onSaved = useCallback(
    (tab: SavedTab) => {
      setSaved(tab);
      moves(tab);
      // A first save creates a tab, and saving a published schema creates a copy: both have a new address.
      leaving.current = true;
      void navigate({ to: addresses.editTab(site.id, tab.schema, tab.id), replace: true }).finally(() => {
        leaving.current = false;
      });
    },
    [navigate, moves, site.id],
  );
  const { save, isBusy, dialogs } = useSave(editor, place, isNewSchema ? schemaName : null, onSaved);
  useKeys(editor, save);
  useEffect(() => (isDirty ? registerUnsavedForm() : undefined), [isDirty]);
  const blocker = useBlocker({
    shouldBlockFn: () => editor.snapshot().isDirty && !leaving.current,
    enableBeforeUnload: () => editor.snapshot().isDirty,
    withResolver: true,
  });

  const fit = useFit();
  const isFitted = useRef(false);
  const width = useStore((state) => state.width);
  useEffect(() => {
    if (isFitted.current || width === 0) return;
    isFitted.current = true;
    fit();
  }, [fit, width]);
  const { screenToFlowPosition } = useReactFlow();
  const addInView = (typeId: number): void => {
    const box = root.current?.querySelector('.react-flow')?.getBoundingClientRect();
    if (box === undefined) return;
    const at = screenToFlowPosition({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
    editor.addMachine(typeId, at);
  };
  const fullScreen = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void root.current?.requestFullscreen();
  };
  const cancel = (): void =>
    void navigate({
      to: saved === null ? addresses.list(site.id) : addresses.tab(site.id, saved.schema, saved.id),
    });
  const nameOfSchema = schema?.name ?? schemaName;
  const about = isNewSchema
    ? texts.newSchema
    : saved === null
      ? texts.newTab(nameOfSchema)
      : texts.editTab(nameOfSchema);
  const restore = ({ schemaName: name, document, version }: StoredDraft): void => {
    if (name !== null) setSchemaName(name);
    editor.replace(tabOf(document), true);
    // Saving asks first if somebody has saved the tab since.
    if (saved !== null && version !== null) setSaved({ ...saved, version });
    close();
  };

  return (
    <Stack ref={root} grows height="100dvh" background="var(--canvas)">
      <EditorHeader
        siteTitle={site.title}
        about={about}
        schemaName={isNewSchema ? { value: schemaName, set: setSchemaName } : null}
        isNew={saved === null}
        isBusy={isBusy}
        save={save}
        cancel={cancel}
      />
      {offered && (
        <Notice
          tone="info"
          actions={
            <Row as="span" gap={8}>
              <Button size="bar" look="primary" onClick={() => restore(offered)}>
                {texts.restore}
              </Button>
              <Button size="bar" onClick={close}>
                {texts.discard}
              </Button>
            </Row>
          }
        >
          {(saved === null ? texts.draftOfNew : texts.draftFound)(
            stampText(Math.floor(offered.at / 1000), site.timezone),
          )}{' '}
          {saved !== null && offered.version !== saved.version && texts.draftOlder(whoSaved(saved))}
        </Notice>
      )}
      <Row flex={1} minHeight={0} align="stretch" className={css.body}>
        <Palette add={addInView} />
        <Text as="div" position="relative" flex={1} minWidth={0} className={css.middle}>
          <Surface />
          <Toolbar fit={fit} fullScreen={fullScreen} />
          <Tip />
        </Text>
        <Inspector book={book} />
      </Row>
      {dialogs}
      <Modal
        open={blocker.status === 'blocked'}
        title={texts.unsavedTitle}
        okText={texts.leave}
        okButtonProps={{ danger: true }}
        cancelText={texts.stay}
        onOk={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      >
        {schemaTexts.unsaved}
      </Modal>
    </Stack>
  );
};

/** One tab being edited. Another tab has another workbench. */
export const Workbench = (props: WorkbenchProps) => {
  // The editor lives as long as this workbench; saving does not create a new one.
  const [editor] = useState(() => new Editor(props.tab, { full: () => showToast('warning', texts.full) }));
  return (
    <EditorProvider value={editor}>
      <ReactFlowProvider>
        <Inner {...props} editor={editor} />
      </ReactFlowProvider>
    </EditorProvider>
  );
};
