import type { ReactNode } from 'react'

type DisclosureProps = { title: string; children: ReactNode; isOpen?: boolean }

export function Disclosure({ title, children, isOpen = false }: DisclosureProps) {
  return (
    <details open={isOpen}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small text-accent underline underline-offset-4">
        {title}
      </summary>
      <div className="grid gap-4 pt-2">{children}</div>
    </details>
  )
}
