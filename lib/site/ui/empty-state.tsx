import type { ReactNode } from 'react'

/** Says what this place is for, and the one next action. */
export function EmptyState({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid max-w-measure justify-items-start gap-4 border border-dashed border-edge p-6 sm:p-8">
      <p className="text-reading font-strong">{title}</p>
      <div className="text-quiet">{children}</div>
      {action}
    </div>
  )
}
