import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { Icon } from '../../../../ui/icon.tsx';
import type { EditorState } from '../model/editor.ts';
import { useEdited } from '../use-editor.tsx';
import css from './toolbar.module.css';

/** A one-line hint about the next step. */
function tipOf({ tab, tool, connecting, choosing, selection }: EditorState): string | null {
  if (connecting !== null) return texts.connectingTip;
  if (choosing !== null) return texts.chooseTip;
  if (tool !== 'select' && tool !== 'connector') return texts.placeTip(texts.toolNames[tool]);
  if (tool === 'connector') return texts.anchorHint;
  if (selection.size !== 1) return null;
  const connector = tab.connectors.find((one) => selection.has(one.id));
  if (connector === undefined) return null;
  const name = (id: string): string => tab.machines.find((machine) => machine.id === id)?.name ?? '';
  return texts.connectorTip(name(connector.from.machine), name(connector.to.machine));
}

export const Tip = () => {
  const tip = useEdited(tipOf);
  return (
    <div className={css.tip} role="status" hidden={tip === null}>
      <Icon name="connect" size={18} /> {tip}
    </div>
  );
};
