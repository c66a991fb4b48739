import type { WarningRow } from '@tocsin/contract/sensors';
import type { Settings } from './settings.ts';

/** A complete rule of the editor. */
export interface PanelRule {
  readonly key: number;
  readonly label: string;
  readonly row: WarningRow;
}

/** What the rule editor hands to the panel that rehearses its rules. */
export interface RehearsalPanelProps {
  readonly device: number;
  readonly rules: readonly PanelRule[];
  /** Takes the positions of the sliders over into the editor. */
  readonly onUse: (key: number, settings: Settings) => void;
}
