/** Tabs of this browser that show the same proposal tell each other when it has been answered. */
export interface OtherTabs {
  tell: () => void;
  leave: () => void;
}

/** One channel for both: it does not hear itself. */
export function joinTabs(token: string, heard: () => void): OtherTabs {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, leave: () => undefined };
  const channel = new BroadcastChannel(`proffer.answered.${token}`);
  channel.addEventListener('message', heard);
  return {
    tell: () => {
      channel.postMessage(null);
    },
    leave: () => {
      channel.close();
    },
  };
}
