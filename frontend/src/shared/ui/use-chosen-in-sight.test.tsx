import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useChosenInSight } from './use-chosen-in-sight';

function Row({ chosen }: { chosen: string }) {
  const row = useChosenInSight<HTMLDivElement>(chosen);
  return (
    <div ref={row}>
      {['a', 'b', 'c'].map((name) => (
        <button key={name} aria-selected={name === chosen} role="tab" data-left={name} />
      ))}
    </div>
  );
}

/** A row of 100 with three parts of 80, at its scroll position. */
function layOut() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = ['a', 'b', 'c'].indexOf(this.getAttribute('data-left') ?? '');
    return at < 0
      ? new DOMRect(0, 0, 100, 20)
      : new DOMRect(at * 80 - (this.parentElement?.scrollLeft ?? 0), 0, 80, 20);
  });
}

test('the chosen one comes to the middle of its row, and the page stays where it is', () => {
  layOut();
  const moved = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { container, rerender } = render(<Row chosen="c" />);
  expect(container.firstElementChild?.scrollLeft).toBe(150);
  rerender(<Row chosen="b" />);
  expect(container.firstElementChild?.scrollLeft).toBe(70);
  expect(moved).not.toHaveBeenCalled();
});
