import { searchText } from '@tocsin/contract/search-text';

/** `showSearch` of a Select: finds its options by label, whatever accents and case are typed. */
export const searchByLabel = {
  filterOption: (typed: string, option?: { readonly label?: unknown }): boolean =>
    searchText(String(option?.label ?? '')).includes(searchText(typed.trim())),
};
