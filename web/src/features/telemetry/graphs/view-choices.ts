import { useState } from 'react';
import { useStored } from '../../../api/use-stored.ts';

/** Whether the values panel is open, and a setter; stored in this browser. */
export const useValuesOpen = (): readonly [boolean, (isOpen: boolean) => void] => {
  const [chosen, choose] = useStored('graphValues', 'closed', 'open');
  return [chosen === 'open', (isOpen) => choose(isOpen ? 'open' : 'closed')];
};

/** Whether sensors of one unit share a chart, and a setter; stored in this browser. */
export const usePacked = (): readonly [boolean, (isPacked: boolean) => void] => {
  const [chosen, choose] = useStored('graphsPacked', 'yes', 'no');
  return [chosen === 'yes', (isPacked) => choose(isPacked ? 'yes' : 'no')];
};

const keyOf = (device: number): string => `hidden-graphs-${device}`;

const read = (device: number): ReadonlySet<string> => {
  const text = sessionStorage.getItem(keyOf(device));
  const list: unknown = text === null ? [] : JSON.parse(text);
  return new Set(Array.isArray(list) ? list.filter((path) => typeof path === 'string') : []);
};

/** Sensors hidden from the page, and a setter; stored for the lifetime of the browser tab. */
export const useHidden = (device: number): readonly [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] => {
  const [hidden, setHidden] = useState(() => read(device));
  const set = (next: ReadonlySet<string>): void => {
    sessionStorage.setItem(keyOf(device), JSON.stringify([...next]));
    setHidden(next);
  };
  return [hidden, set];
};
