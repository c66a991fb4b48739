/** The selection of a list: single rows, or everything that its filter matches. */
export interface Selected {
  readonly isAll: boolean;
  readonly ids: ReadonlySet<number>;
}

export const nothingSelected: Selected = { isAll: false, ids: new Set() };

/** The selection after a press on one row; deselecting a row of everything leaves the other rows of the page. */
export const toggled = (selected: Selected, id: number, page: readonly number[]): Selected => {
  const ids = new Set(selected.isAll ? page : selected.ids);
  if (!ids.delete(id)) ids.add(id);
  return { isAll: false, ids };
};

export const isSelected = (selected: Selected, id: number): boolean => selected.isAll || selected.ids.has(id);
