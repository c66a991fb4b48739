/** The selection of a list: single rows, or all rows that match its filter. */
export interface Selected {
  readonly isAll: boolean;
  readonly ids: ReadonlySet<number>;
}

export const nothingSelected: Selected = { isAll: false, ids: new Set() };

/** The selection after a row was toggled; if all rows were selected, the other rows of the page remain selected. */
export const toggled = (selected: Selected, id: number, page: readonly number[]): Selected => {
  const ids = new Set(selected.isAll ? page : selected.ids);
  if (!ids.delete(id)) ids.add(id);
  return { isAll: false, ids };
};

export const isSelected = (selected: Selected, id: number): boolean => selected.isAll || selected.ids.has(id);
