// Where on the editor page a section is, for what jumps to it.
export const sectionAnchor = (id: string): string => `section-${id}`;
