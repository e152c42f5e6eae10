/** Tabs of this browser with the same proposal notify each other of a response. */
export interface OtherTabs {
  tell: () => void;
  leave: () => void;
}

/** A single channel for both directions: it does not receive its own messages. */
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
