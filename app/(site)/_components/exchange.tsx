'use client'

import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { queryKeys } from '@/lib/site/browser/query-keys'
import { useLocalDigits } from '@/lib/site/ui/amount'

type MeasuredAnswer = { status: number; milliseconds: number }

/**
 * The HTTP requests of a sale as this browser makes them: first without payment, then with the signature. Each line
 * is lit once its request was answered, with the time that the browser measured.
 */
export function Exchange({ path, amount }: { path: string; amount: string }) {
  const t = useTranslations('exchange')
  const inDigits = useLocalDigits()
  const [asked, setAsked] = useState<MeasuredAnswer | null>(null)
  const [paid, setPaid] = useState<MeasuredAnswer | null>(null)

  useEffect(() => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!(entry instanceof PerformanceResourceTiming) || URL.parse(entry.name)?.pathname !== path) continue
        const measured = { status: entry.responseStatus, milliseconds: Math.round(entry.duration) }
        if (measured.status === 402) setAsked(measured)
        if (measured.status === 200) setPaid(measured)
      }
    })
    observer.observe({ type: 'resource', buffered: true })
    return () => observer.disconnect()
  }, [path])
  // Without it the line has its price and no time. The browser reports a request once its answer was read.
  useQuery({
    queryKey: queryKeys.terms(path),
    queryFn: async () => (await fetch(path, { credentials: 'omit', headers: { accept: 'application/json' } })).text(),
  })

  return (
    <div
      role="status"
      aria-label={t('label')}
      className="figures grid gap-1 border-t border-rule bg-shade px-4 py-3 text-small text-quiet sm:px-8"
    >
      <Line request={`GET ${path}`} answer={`402 · ${inDigits(amount)}`} measured={asked} isLit />
      <Line request={t('signed')} answer={`200 · ${t('settled')}`} measured={paid} isLit={paid !== null} />
    </div>
  )
}

type LineProps = { request: string; answer: string; measured: MeasuredAnswer | null; isLit: boolean }

function Line({ request, answer, measured, isLit }: LineProps) {
  return (
    <p className={clsx('flex flex-wrap justify-between gap-x-4', isLit ? 'font-strong text-ink' : 'text-quiet')}>
      <span className="min-w-0">{request}</span>
      <span>
        → {answer}
        {measured && ` · ${measured.milliseconds} ms`}
      </span>
    </p>
  )
}
