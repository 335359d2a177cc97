import type { ReactNode } from 'react'

type DisclosureProps = { title: string; children: ReactNode; isOpen?: boolean; onOpen?: () => void }

export function Disclosure({ title, children, isOpen = false, onOpen }: DisclosureProps) {
  return (
    <details
      open={isOpen}
      onToggle={onOpen}
      // It may be opened before its scripts arrive.
      ref={(details) => {
        if (details?.open) onOpen?.()
      }}
    >
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small text-accent underline underline-offset-4">
        {title}
      </summary>
      <div className="grid gap-4 pt-2">{children}</div>
    </details>
  )
}
