'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { CheckboxField } from '@/lib/ui/checkbox-field'

/** A sale as it is told: plain text. */
export type ToldSale = { paymentId: string; title: string; amount: string }

const KEPT_UNDER = 'turnpike-tell-here'
const CHANGED = 'turnpike-tell-here-changed'
const HIDDEN_SECONDS = 15

/** Why the browser shows none, as the catalog names it. */
type Refusal = 'unsupported' | 'denied' | 'dismissed'

/**
 * A switch: while this page is open, also in the background, the browser shows a notification of each sale. It asks for
 * leave on a press alone.
 * @param sales the newest first; those of later answers that were not among them before are told
 */
export function TellHere({ sales }: { sales: readonly ToldSale[] }) {
  const t = useTranslations('sellerForms.tellHere')
  const router = useRouter()
  const isOn = useSyncExternalStore(watchWish, isWished, () => false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const known = useRef<ReadonlySet<string> | null>(null)

  useEffect(() => {
    const before = known.current
    known.current = new Set([...(before ?? []), ...sales.map(({ paymentId }) => paymentId)])
    if (!isOn || before === null) return
    const open = ({ paymentId }: ToldSale) => {
      window.focus()
      router.push(`/dashboard/payments/${paymentId}`)
    }
    const isShown = sales
      .filter(({ paymentId }) => !before.has(paymentId))
      .every((sale) => show(sale, { title: t('sold', { title: sale.title }), open }))
    if (!isShown) setRefusal('unsupported')
  }, [sales, isOn, router, t])

  // The page follows by itself while it is seen.
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') router.refresh()
    }, HIDDEN_SECONDS * 1_000)
    return () => clearInterval(timer)
  }, [isOn, router])

  async function change(isWanted: boolean) {
    const outcome = isWanted ? await askBrowser() : null
    setRefusal(outcome)
    localStorage.setItem(KEPT_UNDER, isWanted && outcome === null ? '1' : '0')
    window.dispatchEvent(new Event(CHANGED))
  }

  return (
    <div className="grid max-w-measure gap-1">
      <CheckboxField
        id="tell-here"
        role="switch"
        label={t('label')}
        checked={isOn}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
      <p role="status" className={refusal ? 'text-small text-refused' : 'text-small text-quiet'}>
        {refusal ? t(refusal) : isOn && t('on')}
      </p>
    </div>
  )
}

/** Kept in this browser, for as long as it lets the site show any. */
const isWished = () =>
  'Notification' in window && Notification.permission === 'granted' && localStorage.getItem(KEPT_UNDER) === '1'

/** A change on this page, or on another of this browser. */
function watchWish(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange)
  window.addEventListener('storage', onChange)
  return () => {
    window.removeEventListener(CHANGED, onChange)
    window.removeEventListener('storage', onChange)
  }
}

/** Null when it may show them. */
async function askBrowser(): Promise<Refusal | null> {
  if (!('Notification' in window)) return 'unsupported'
  const permission = await Notification.requestPermission()
  if (permission === 'granted') return null
  return permission === 'denied' ? 'denied' : 'dismissed'
}

/** False where the browser lets no page show one, as some phones do. Several pages of one browser show it once. */
function show(sale: ToldSale, { title, open }: { title: string; open: (sale: ToldSale) => void }): boolean {
  try {
    const notification = new Notification(title, { body: sale.amount, tag: sale.paymentId })
    notification.onclick = () => open(sale)
    return true
  } catch {
    return false
  }
}
