import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { layoutQuery } from '../../domain/layout.ts';
import { useSelection } from '../../domain/selection.ts';
import { scopedCss } from './model.ts';

/** The operator's custom styles, limited to the page's tree. */
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
