/** Screenshot options without animations and toasts. */
export const still = { animations: 'disabled', style: '[aria-live="assertive"] { visibility: hidden }' } as const;
