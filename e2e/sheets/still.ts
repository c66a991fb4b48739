/** How a page is photographed: nothing moves, and no toast lies over it. */
export const still = { animations: 'disabled', style: '[aria-live="assertive"] { visibility: hidden }' } as const;
