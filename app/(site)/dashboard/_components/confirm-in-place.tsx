import type { ReactNode } from 'react'
import { buttonClass } from '@/lib/site/ui/button'

type ConfirmInPlaceProps = {
  label: ReactNode
  question: string
  children: ReactNode
}

/** An act that cannot be undone asks in place, also without scripts; pressing its button again closes it. */
export function ConfirmInPlace({ label, question, children }: ConfirmInPlaceProps) {
  return (
    <details className="min-w-0">
      <summary className={buttonClass('plain', 'list-none [&::-webkit-details-marker]:hidden')}>{label}</summary>
      <div className="mt-3 grid max-w-measure justify-items-start gap-3 border-s-4 border-refused ps-4 text-ink">
        <p>{question}</p>
        {children}
      </div>
    </details>
  )
}
