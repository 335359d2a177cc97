'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { BoughtContent } from '@/app/_checkout/bought-content'
import { PurchaseArea } from '@/app/_checkout/purchase-area'
import type { Content } from '@/app/_checkout/read-content'
import type { Translate } from '@/lib/site/messages/translate'
import { readSummary } from './read-summary'

/** The form for a summary, and then the summary; the answer itself is one press away. */
export function SummaryArea({ children }: { children: ReactNode }) {
  const t = useTranslations('summarize')
  return (
    <PurchaseArea show={(content) => showSummary(t, content)} again={t('again')}>
      {children}
    </PurchaseArea>
  )
}

function showSummary(t: Translate<'summarize'>, content: Content): ReactNode {
  const read = content.kind === 'json' ? readSummary(t, content.text) : null
  if (!read) return null
  return (
    <div className="grid gap-6">
      <div className="prose">
        <p>{read.summary}</p>
      </div>
      <p className="text-small text-quiet">{read.extent}</p>
      <details>
        <summary className="min-h-11 cursor-pointer py-2">{t('answer')}</summary>
        <BoughtContent content={content} />
      </details>
    </div>
  )
}
