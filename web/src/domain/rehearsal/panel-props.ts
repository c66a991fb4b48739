import type { WarningRow } from '@tocsin/contract/sensors';
import type { Settings } from './settings.ts';

/** A complete rule of the editor. */
export interface PanelRule {
  readonly key: number;
  readonly label: string;
  readonly row: WarningRow;
}

/** Props of the panel that rehearses the rules of the editor. */
export interface RehearsalPanelProps {
  readonly device: number;
  readonly rules: readonly PanelRule[];
  /** Key of the rule that is selected first; null: the first one. */
  readonly first: number | null;
  /** Applies the positions of the sliders to a rule in the editor. */
  readonly onUse: (key: number, settings: Settings) => void;
}
