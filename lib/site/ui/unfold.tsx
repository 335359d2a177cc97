export const Unfold = () => (
  <svg viewBox="0 0 12 12" aria-hidden className="size-2.5 shrink-0 fill-none stroke-current" strokeWidth="1.8">
    <path d="m2 4 4 4 4-4" />
  </svg>
)
