import clsx from 'clsx'

/** Holds the place of `lines` lines that are on their way. It stands still: movement would say nothing more. */
export function Skeleton({ lines = 1, className }: { lines?: number; className?: string }) {
  return (
    <div aria-hidden className={clsx('grid gap-2', className)}>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={clsx('h-4 bg-shade', index === lines - 1 && lines > 1 && 'w-3/5')} />
      ))}
    </div>
  )
}

/** A skeleton that also tells assistive technology what is being fetched. */
export function Loading({ what, lines = 3, className }: { what: string; lines?: number; className?: string }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">Loading {what}</span>
      <Skeleton lines={lines} />
    </div>
  )
}
