// Drawing: a handwritten name, animated stroke by stroke on the first screen.
export function Signature({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 180 56" className={className} fill="none" aria-hidden>
      <path d="M8 42c6-18 15-36 21-35 6 2-2 26-3 33 5-16 14-34 20-32 6 3-5 27-3 33 2 4 8-4 11-10 3-8 11-9 12-3 0 7-7 12-10 9-2-4 7-10 12-11-1 5-2 11 2 12 6-1 9-14 12-14 3 1-1 9 2 10 5 0 7-11 13-12 6 0 3 8-1 12 6 3 14-9 20-18 3-6 5-12 2-13-4 0-7 17-6 27 1 6 9-3 13-8 3-4 8-4 8 0 0 5-6 9-9 7 6 6 17-2 29-9" />
      <path d="M20 51c34-5 82-8 128-6" />
    </svg>
  );
}
