import type { ReactNode } from 'react'

/** Says what this place is for, and the one next action; as wide as what will stand there. */
export function EmptyState({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-y border-rule py-6 sm:py-8">
      <div className="grid max-w-measure gap-2">
        <p className="font-serif text-title font-strong">{title}</p>
        <div className="text-quiet">{children}</div>
      </div>
      {action}
    </div>
  )
}
