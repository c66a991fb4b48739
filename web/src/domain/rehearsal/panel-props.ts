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
  /** Applies the positions of the sliders to a rule in the editor. */
  readonly onUse: (key: number, settings: Settings) => void;
}
