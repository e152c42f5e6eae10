// Marks that the sanitiser keeps and the starter kit lacks or handles differently. They have no buttons: they
// come with a draft or an import, and stay when the text around them is edited.
import { Mark } from '@tiptap/react';

const mark = (name: string, tag: string, priority = 50) =>
  Mark.create({ name, priority, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] });

export const documentMarks = [
  mark('subscript', 'sub'),
  mark('superscript', 'sup'),
  mark('highlight', 'mark'),
  mark('small', 'small'),
  mark('inserted', 'ins'),
  // Before the starter kit's strike, which would parse `del` as its own.
  mark('deleted', 'del', 150),
  mark('code', 'code'),
];
