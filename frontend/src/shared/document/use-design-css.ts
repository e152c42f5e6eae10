/**
 * A proposal's own style sheet, as long as the proposal is shown. Its rules address the document inside `.doc`; the server
 * has passed it through the property allow-list. As a constructed sheet it needs no style element, so the content
 * security policy stays as strict as it is.
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
