import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { useReactFlow, useStore } from '@xyflow/react';
import { Popover } from 'antd';
import type { ButtonHTMLAttributes } from 'react';
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

interface ToolProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: IconName;
  readonly name: string;
}

/** A button with an icon; its name is its tooltip unless there is another one. */
const ToolButton = ({ icon, name, children, ...rest }: ToolProps) => (
  <button type="button" className={css.tool} aria-label={name} title={name} {...rest}>
    <Icon name={icon} size={18} />
    {children}
  </button>
);

const Choice = ({ tool }: { readonly tool: Tool }) => {
  const editor = useEditor();
  const isOn = useEdited((state) => state.tool === tool);
  const name = texts.toolNames[tool];
  const title = `${name} (${texts.toolKeys[tool]})`;
  return (
    <ToolButton
      icon={icons[tool]}
      name={name}
      title={title}
      aria-pressed={isOn}
      onClick={() => editor.selectTool(tool)}
    >
      {withWord.includes(tool) && name}
    </ToolButton>
  );
};

const Toggle = ({ what }: { readonly what: 'grid' | 'neighbours' }) => {
  const editor = useEditor();
  const isOn = useEdited((state) => (what === 'grid' ? state.snapToGrid : state.snapToNeighbours));
  return (
    <ToolButton
      icon={what === 'grid' ? 'grid' : 'magnet'}
      name={what === 'grid' ? texts.snapGrid : texts.snapNeighbours}
      aria-pressed={isOn}
      onClick={() => editor.snap(what, !isOn)}
    />
  );
};

const Gap = () => <Text flex="none" width={1} height={24} margin="0 4px" background="var(--line)" />;

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
        <Choice key={tool} tool={tool} />
      ))}
      <Gap />
      {shapes.map((tool) => (
        <Choice key={tool} tool={tool} />
      ))}
      <Gap />
      <ToolButton
        icon="undo"
        name={texts.undo(null)}
        title={texts.undo(undoLabel)}
        disabled={undoLabel === null}
        onClick={() => editor.undo()}
      />
      <ToolButton
        icon="redo"
        name={texts.redo(null)}
        title={texts.redo(redoLabel)}
        disabled={redoLabel === null}
        onClick={() => editor.redo()}
      />
      <Gap />
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
      <ToolButton icon="fullScreen" name={texts.fullScreen} onClick={fullScreen} />
      <Popover content={<KeyList isWide />} title={texts.keys} trigger="click" placement="bottomRight">
        <ToolButton icon="keyboard" name={texts.keys} />
      </Popover>
    </div>
  );
};
