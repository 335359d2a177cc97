import clsx from 'clsx'
import type { ReactNode } from 'react'

export type BadgeState = 'settled' | 'waiting' | 'refused' | 'test' | 'neutral'

const colours: Record<BadgeState, string> = {
  settled: 'bg-settled-tint text-settled',
  waiting: 'bg-waiting-tint text-waiting',
  refused: 'bg-refused-tint text-refused',
  test: 'bg-test-tint text-test',
  neutral: 'bg-shade text-quiet',
}

const shapes: Record<BadgeState, ReactNode> = {
  settled: <path d="m2.5 6.5 2.5 2.5 5-6" />,
  waiting: <path d="M6 2.5V6l2.5 2M6 .8a5.2 5.2 0 1 1 0 10.4A5.2 5.2 0 0 1 6 .8" />,
  refused: <path d="m2.5 2.5 7 7m0-7-7 7" />,
  test: <path d="M4 1v4L1.5 10.5h9L8 5V1M3 1h6" />,
  neutral: <path d="M2.5 6h7" />,
}

/** A state in one or two words. Its shape differs too, for readers who do not see the colour. */
export function Badge({ state, children }: { state: BadgeState; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 rounded-[3px] px-2 text-small font-strong whitespace-nowrap',
        colours[state],
      )}
    >
      <svg viewBox="0 0 12 12" aria-hidden className="size-3 fill-none stroke-current" strokeWidth="1.8">
        {shapes[state]}
      </svg>
      {children}
    </span>
  )
}
