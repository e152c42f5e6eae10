import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useDesignCss } from './use-design-css';

test('the sheet is there while the document is shown, and only the newest', () => {
  const shown = () =>
    document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText));
  const { rerender, unmount } = renderHook(
    ({ css }: { css: string }) => {
      useDesignCss(css);
    },
    { initialProps: { css: '.doc { color: red; }' } },
  );
  expect(shown()).toEqual(['.doc { color: red; }']);
  rerender({ css: '.doc { color: blue; }' });
  expect(shown()).toEqual(['.doc { color: blue; }']);
  rerender({ css: '' });
  expect(shown()).toEqual([]);
  rerender({ css: '.doc { color: red; }' });
  unmount();
  expect(shown()).toEqual([]);
});
