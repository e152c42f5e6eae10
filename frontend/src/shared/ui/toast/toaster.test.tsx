import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '@/api/problem';
import { showToast, toastFailure, toastTrialExpired } from './toast-store';
import { Toaster } from './toaster';

const show = (...args: Parameters<typeof showToast>) => {
  act(() => {
    showToast(...args);
  });
};
const went = vi.fn<(to: string) => void>();
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

describe('Toaster', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    went.mockClear();
    render(<Toaster onGo={went} />);
    return () => {
      vi.useRealTimers();
    };
  });

  it('shows one message at a time', () => {
    show({ title: 'First' });
    show({ title: 'Second', description: 'More' });
    expect(screen.getByRole('status')).toHaveTextContent('SecondMore');
    expect(screen.queryByText('First')).not.toBeInTheDocument();
  });

  it('goes away after five seconds', () => {
    show({ title: 'Saved' });
    pass(4999);
    expect(screen.getByText('Saved')).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it('waits while it is pointed at', () => {
    show({ title: 'Saved' });
    fireEvent.pointerEnter(screen.getByText('Saved'));
    pass(20_000);
    expect(screen.getByText('Saved')).toBeInTheDocument();
    fireEvent.pointerLeave(screen.getByText('Saved'));
    pass(5000);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it('takes the focus on F8 and closes by its button', () => {
    show({ title: 'Saved' });
    fireEvent.keyDown(window, { key: 'F8' });
    expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toHaveFocus();
    fireEvent.click(screen.getByRole('button', { name: 'Close notification' }));
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it('is swept away to the right beyond 50 pixels', () => {
    show({ title: 'Saved' });
    const swipe = (distance: number) => {
      fireEvent.pointerDown(screen.getByText('Saved'), { clientX: 100 });
      fireEvent.pointerMove(screen.getByText('Saved'), { clientX: 100 + distance });
      fireEvent.pointerUp(screen.getByText('Saved'));
    };
    swipe(50);
    expect(screen.getByText('Saved')).toBeInTheDocument();
    swipe(51);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it('announces failures at once, and an ended session not at all', () => {
    act(() => {
      toastFailure(new Problem(401, 'unauthenticated', 'Unauthorized'), { title: 'Error' });
    });
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    act(() => {
      toastFailure(new Problem(500, 'internal', 'Out of order.'), { title: 'Login failed' });
    });
    expect(screen.getByRole('status')).toHaveAttribute('aria-live', 'assertive');
    expect(screen.getByRole('status')).toHaveTextContent('Login failedOut of order.');
  });

  it('names what ended, if it was paid for', () => {
    act(() => {
      toastTrialExpired(new Problem(402, 'subscription_ended', 'It has ended.', { trialExpired: true }));
    });
    expect(screen.getByText('Subscription Ended')).toBeVisible();
  });

  it('shows the server’s message that the trial is over, for any action, with a link to the payment', () => {
    const refusal = new Problem(402, 'trial_expired', 'Please upgrade.', { trialExpired: true });
    act(() => {
      toastTrialExpired(refusal);
    });
    const shown = screen.getByText('Trial Expired');
    act(() => {
      toastFailure(refusal, { title: 'Error', description: 'Failed to create client.' });
    });
    // Shown once, not twice in a row.
    expect(screen.getByText('Trial Expired')).toBe(shown);
    expect(screen.getByRole('status')).toHaveTextContent('Trial ExpiredPlease upgrade.Upgrade');
    const link = screen.getByRole('link', { name: 'Upgrade' });
    expect(link).toHaveAttribute('href', '/subscription');
    fireEvent.click(link, { ctrlKey: true });
    expect(went).not.toHaveBeenCalled();
    fireEvent.click(link);
    expect(went).toHaveBeenCalledExactlyOnceWith('/subscription');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });
});
