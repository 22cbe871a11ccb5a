/* Words and settings for every part of the page, the drawings included. */
import type { ComponentChildren } from 'preact';
import { useCallback } from 'preact/hooks';
import { Letters } from '../art/letters';
import type { Colour } from '../model/types';
import { Page, type PageContext } from './context';

export function PageProvider({ page, children }: { page: PageContext; children: ComponentChildren }) {
  const { t } = page;
  const letterOf = useCallback((colour: Colour) => t('letter', { colour }), [t]);
  return (
    <Page.Provider value={page}>
      <Letters.Provider value={letterOf}>{children}</Letters.Provider>
    </Page.Provider>
  );
}
