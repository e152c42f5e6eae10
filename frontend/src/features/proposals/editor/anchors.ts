// Where on the editor page a section or a price is, for the links that jump to it.
export const sectionAnchor = (id: string): string => `section-${id}`;
export const itemAnchor = (id: string): string => `item-${id}`;
