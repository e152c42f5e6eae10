import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toastStore } from '@/shared/ui/toast/toast-store';
import { leaveSignedOut } from './signed-out';

const assign = vi.fn();
const at = (path: string) => {
  vi.stubGlobal('location', Object.assign(new URL(path, 'https://proffer.example'), { assign }));
};

describe('leaveSignedOut', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    assign.mockClear();
    at('/clients?search=a%26b#top');
  });
  afterEach(() => {
    vi.runAllTimers();
    vi.unstubAllGlobals();
  });

  it('says so, and leaves half a second later', () => {
    leaveSignedOut();
    expect(toastStore.current()).toMatchObject({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
      variant: 'destructive',
    });
    vi.advanceTimersByTime(499);
    expect(assign).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(assign).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2Fclients%3Fsearch%3Da%2526b');
  });

  it('leaves once, however many calls notice', () => {
    leaveSignedOut();
    vi.advanceTimersByTime(300);
    leaveSignedOut();
    leaveSignedOut();
    vi.advanceTimersByTime(1000);
    expect(assign).toHaveBeenCalledTimes(1);
  });

  it('comes back to where the user is by then', () => {
    leaveSignedOut();
    at('/proposals');
    vi.advanceTimersByTime(500);
    expect(assign).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2Fproposals');
  });
});
