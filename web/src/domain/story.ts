import { createStore } from '../ui/store.ts';
import { useStore } from '../ui/use-store.ts';

const key = 'story';
const ended = 'ended';

/** This tab's position in the demo's story: the index of a step, 'ended', or null if it was never started. */
type StoryPlace = number | typeof ended | null;

const read = (text: string | null): StoryPlace => {
  if (text === null || text === ended) return text;
  const step = Number(text);
  return Number.isSafeInteger(step) && step >= 0 ? step : null;
};

const current = createStore(read(sessionStorage.getItem(key)));

const put = (place: number | typeof ended): void => {
  sessionStorage.setItem(key, String(place));
  current.set(place);
};

/** Starts the demo's story in this tab; after a reload it continues at the same step. */
export const startStory = (): void => put(0);
export const goToStoryStep = (step: number): void => put(step);
export const endStory = (): void => put(ended);
export const useStoryPlace = (): StoryPlace => useStore(current);
