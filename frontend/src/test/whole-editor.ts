// For tests in a folder of the editor: the neighbouring chunks are loaded and compiled before the first test,
// which takes longer on a busy machine than the tests wait for.
import { beforeAll } from 'vitest';

beforeAll(async () => {
  await Promise.all([
    import('@/features/proposals/editor/editor-page'),
    import('@/features/proposals/editor/document/document-editor'),
    import('@/features/proposals/editor/chat/conversation'),
  ]);
}, 120_000);
