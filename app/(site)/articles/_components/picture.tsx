import clsx from 'clsx'
import type { ReactNode } from 'react'
import { drawings } from './drawings'

/** The article's drawing. It repeats the title, so assistive technology skips it. */
export function Picture({ slug, className }: { slug: string; className?: string }) {
  const drawing: ReactNode = drawings[slug]
  if (!drawing) return null
  return (
    <svg viewBox="0 0 320 200" aria-hidden className={clsx('block h-auto w-full self-start bg-shade', className)}>
      {drawing}
    </svg>
  )
}
