import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { layoutQuery } from '../../wire/layout.ts';
import { useSelection } from '../../wire/selection.ts';
import { scopedCss } from './model.ts';

/** The operator's own styles, in force for the page's tree alone. */
export const CustomStyles = () => {
  useSelection();
  const css = useQuery(layoutQuery()).data?.css ?? '';
  useEffect(() => {
    const scoped = scopedCss(css);
    if (scoped === '') return;
    const style = document.createElement('style');
    style.id = 'custom-styles';
    style.textContent = scoped;
    document.head.append(style);
    return () => style.remove();
  }, [css]);
  return null;
};
