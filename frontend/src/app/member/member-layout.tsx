// The router's layout for signed-in screens.
import { Outlet, ScrollRestoration } from 'react-router';
import { MemberFrame } from './member-frame';

export function MemberLayout() {
  return (
    <MemberFrame>
      <Outlet />
      <ScrollRestoration />
    </MemberFrame>
  );
}
