import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { useReactFlow, useStore } from '@xyflow/react';
import { Popover } from 'antd';
import { Icon, type IconName } from '../../../../ui/icon.tsx';
import { Text } from '../../../../ui/layout.tsx';
import type { Tool } from '../model/editor.ts';
import { useEdited, useEditor } from '../use-editor.tsx';
import { KeyList } from './key-list.tsx';
import css from './toolbar.module.css';

const icons: Readonly<Record<Tool, IconName>> = {
  select: 'cursor',
  connector: 'connect',
  line: 'line',
  rectangle: 'rectangle',
  circle: 'circle',
  default: 'plant',
  text: 'text',
};
const withWord: readonly Tool[] = ['select', 'connector'];
const shapes: readonly Tool[] = ['line', 'rectangle', 'circle', 'default', 'text'];

const ToolButton = ({ tool }: { readonly tool: Tool }) => {
  const editor = useEditor();
  const isOn = useEdited((state) => state.tool === tool);
  const name = texts.toolNames[tool];
  return (
    <button
      type="button"
      className={css.tool}
      aria-pressed={isOn}
      aria-label={name}
      title={`${name} (${texts.toolKeys[tool]})`}
      onClick={() => editor.selectTool(tool)}
    >
      <Icon name={icons[tool]} size={18} />
      {withWord.includes(tool) && name}
    </button>
  );
};

const Toggle = ({ what }: { readonly what: 'grid' | 'neighbours' }) => {
  const editor = useEditor();
  const isOn = useEdited((state) => (what === 'grid' ? state.snapToGrid : state.snapToNeighbours));
  const name = what === 'grid' ? texts.snapGrid : texts.snapNeighbours;
  return (
    <button
      type="button"
      className={css.tool}
      aria-pressed={isOn}
      aria-label={name}
      title={name}
      onClick={() => editor.snap(what, !isOn)}
    >
      <Icon name={what === 'grid' ? 'grid' : 'magnet'} size={18} />
    </button>
  );
};

interface Props {
  readonly fit: () => void;
  readonly fullScreen: () => void;
}

/** Floats above the canvas: tools, undo and redo, snapping, zoom. */
export const Toolbar = ({ fit, fullScreen }: Props) => {
  const editor = useEditor();
  const undoLabel = useEdited((state) => state.undoLabel);
  const redoLabel = useEdited((state) => state.redoLabel);
  const zoom = useStore((state) => state.transform[2]);
  const { zoomTo } = useReactFlow();
  return (
    <div className={css.toolbar} role="toolbar" aria-label={texts.tools}>
      {withWord.map((tool) => (
        <ToolButton key={tool} tool={tool} />
      ))}
      <Text flex="none" width={1} height={24} margin="0 4px" background="var(--line)" />
      {shapes.map((tool) => (
        <ToolButton key={tool} tool={tool} />
      ))}
      <Text flex="none" width={1} height={24} margin="0 4px" background="var(--line)" />
      <button
        type="button"
        className={css.tool}
        aria-label={texts.undo(null)}
        title={texts.undo(undoLabel)}
        disabled={undoLabel === null}
        onClick={() => editor.undo()}
      >
        <Icon name="undo" size={18} />
      </button>
      <button
        type="button"
        className={css.tool}
        aria-label={texts.redo(null)}
        title={texts.redo(redoLabel)}
        disabled={redoLabel === null}
        onClick={() => editor.redo()}
      >
        <Icon name="redo" size={18} />
      </button>
      <Text flex="none" width={1} height={24} margin="0 4px" background="var(--line)" />
      <Toggle what="neighbours" />
      <Toggle what="grid" />
      <button
        type="button"
        className={css.zoom}
        title={texts.zoomFit}
        onClick={fit}
        onDoubleClick={() => void zoomTo(1)}
      >
        {Math.round(zoom * 100)} %
      </button>
      <button
        type="button"
        className={css.tool}
        aria-label={texts.fullScreen}
        title={texts.fullScreen}
        onClick={fullScreen}
      >
        <Icon name="fullScreen" size={18} />
      </button>
      <Popover content={<KeyList isWide />} title={texts.keys} trigger="click" placement="bottomRight">
        <button type="button" className={css.tool} aria-label={texts.keys} title={texts.keys}>
          <Icon name="keyboard" size={18} />
        </button>
      </Popover>
    </div>
  );
};
