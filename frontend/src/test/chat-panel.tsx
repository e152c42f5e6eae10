// For tests of the chat: renders the panel in an editor session, with a conversation and a server.
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, vi } from 'vitest';
import { getListChatMessagesMockHandler } from '@/api/gen/assistant/assistant.msw';
import { getGetCurrentUserQueryKey } from '@/api/gen/identity/identity';
import type { ChatMessage, CurrentUser, Proposal } from '@/api/gen/model';
import { createQueryClient } from '@/api/query-client';
import { Toaster } from '@/shared/ui/toast/toaster';
import { user as ada } from '@/test/data';
import { draft, summaryId } from '@/test/proposal-data';
import { server } from '@/test/server';
import { EditorSessionContext } from '@/features/proposals/editor/session';
import { ChatPanel } from '@/features/proposals/editor/chat/chat-panel';

export const session = { flush: vi.fn(), take: vi.fn(), reload: vi.fn() };

beforeAll(async () => {
  await import('@/features/proposals/editor/chat/conversation');
}, 60_000);
beforeEach(() => {
  sessionStorage.clear();
  session.flush.mockReset().mockResolvedValue(true);
  session.reload.mockReset().mockResolvedValue(undefined);
});
interface ChatScene {
  messages?: ChatMessage[] | (() => ChatMessage[]);
  proposal?: Partial<Proposal>;
  member?: Partial<CurrentUser>;
  handlers?: HttpHandler[];
}

export function openChat({ messages = [], proposal = {}, member = {}, handlers = [] }: ChatScene = {}) {
  server.use(
    ...handlers,
    getListChatMessagesMockHandler(typeof messages === 'function' ? () => messages() : messages),
  );
  const signedOut = vi.fn();
  const queryClient = createQueryClient(signedOut);
  queryClient.setQueryData(getGetCurrentUserQueryKey(), { ...ada, ...member });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <EditorSessionContext value={session}>
          <div id={`section-${summaryId}`} />
          <ChatPanel proposal={{ ...draft, ...proposal }} />
        </EditorSessionContext>
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return { ...view, user: userEvent.setup(), signedOut };
}

export const input = () => screen.findByRole('textbox', { name: 'Message to the assistant' });
export const log = () => screen.findByRole('log', { name: 'Conversation' });
export const started = { sequence: 1, kind: 'started', assistant: 'model', questionId: 'q9' } as const;
