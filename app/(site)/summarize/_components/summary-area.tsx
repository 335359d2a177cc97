'use client'

import type { ReactNode } from 'react'
import { BoughtContent } from '../../../_checkout/bought-content'
import { PurchaseArea } from '../../../_checkout/purchase-area'
import type { Content } from '../../../_checkout/read-content'
import { readSummary } from './read-summary'

/** Where a summary is asked for, and then shown to be read; the answer itself is one press away. */
export function SummaryArea({ children }: { children: ReactNode }) {
  return (
    <PurchaseArea show={showSummary} again="Summarise another text">
      {children}
    </PurchaseArea>
  )
}

function showSummary(content: Content): ReactNode {
  const read = content.kind === 'json' ? readSummary(content.text) : null
  if (!read) return null
  return (
    <div className="grid gap-6">
      <div className="prose">
        <p>{read.summary}</p>
      </div>
      <p className="text-small text-quiet">{read.extent}</p>
      <details>
        <summary className="min-h-11 cursor-pointer py-2">The answer as it came</summary>
        <BoughtContent content={content} />
      </details>
    </div>
  )
}
