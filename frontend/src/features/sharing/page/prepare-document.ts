/**
 * The document's HTML as nodes, with places for the page's additions: selectable prices, and a button to ask
 * about each part.
 */
import { safeFragment } from '@/shared/document/safe-html';

export interface Section {
  id: string;
  title: string;
  element: HTMLElement;
  /** The place of the section's own button. */
  corner: HTMLElement;
}

export interface PreparedDocument {
  nodes: ChildNode[];
  sections: Section[];
  /** The place of the prices, if they are selectable. */
  prices: HTMLElement | undefined;
}

export const sectionAnchor = (id: string) => `section-${id}`;

export function prepareDocument(html: string, choosing: boolean): PreparedDocument {
  const fragment = safeFragment(html);
  const prices = choosing ? placeOfPrices(fragment) : undefined;
  const sections = [...fragment.querySelectorAll<HTMLElement>('section[data-block]')].map((element) => {
    const id = element.getAttribute('data-block') ?? '';
    const kind = element.getAttribute('data-kind') ?? 'part';
    const heading = element.querySelector('h1, h2, h3')?.textContent.trim() ?? '';
    element.id = sectionAnchor(id);
    const corner = document.createElement('div');
    corner.className = 'ask-corner';
    element.append(corner);
    return { id, title: heading === '' ? kind.replaceAll('-', ' ') : heading, element, corner };
  });
  return { nodes: [...fragment.childNodes], sections, prices };
}

/** The document's own price table is replaced; a document without one gets it at its end. */
function placeOfPrices(fragment: DocumentFragment): HTMLElement {
  const own = fragment.querySelector<HTMLElement>('.pricing-tables');
  if (own) {
    own.replaceChildren();
    return own;
  }
  const section = document.createElement('section');
  section.dataset.kind = 'pricing';
  const heading = document.createElement('h2');
  heading.textContent = 'Prices';
  const place = document.createElement('div');
  place.className = 'pricing-tables';
  section.append(heading, place);
  fragment.append(section);
  return place;
}
