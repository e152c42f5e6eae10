// The anchor of a section on the editor page.
export const sectionAnchor = (id: string): string => `section-${id}`;
