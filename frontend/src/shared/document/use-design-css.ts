/**
 * A proposal's own style sheet, while the proposal is shown. Its rules apply to the document inside `.doc`;
 * the server has passed it through the property allow-list. As a constructed sheet it needs no style element,
 * so the content security policy needs no exception.
 */
import { useLayoutEffect } from 'react';

export function useDesignCss(css: string): void {
  useLayoutEffect(() => {
    if (css === '') return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [css]);
}
